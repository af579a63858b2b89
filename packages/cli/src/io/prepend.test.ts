import { expect, it } from 'vitest'
import { prepend } from './prepend.ts'

it.each([1, 2, 3])('closes the rest when its reader leaves after %i values', async (count) => {
  let isClosed = false
  async function* source(): AsyncGenerator<number> {
    try {
      for (let n = 0; ; n++) yield n
    } finally {
      isClosed = true
    }
  }
  const rest = source()
  const first = (await rest.next()).value as number
  const read: number[] = []
  for await (const value of prepend([first], rest)) {
    read.push(value)
    if (read.length === count) break
  }
  expect({ read, isClosed }).toEqual({ read: [0, 1, 2].slice(0, count), isClosed: true })
})
