import { expect, test } from 'vitest'
import { followPages } from './follow-pages.ts'

interface Page {
  readonly items: readonly number[]
  readonly next?: string
}

const paging = {
  nextOf: ({ next }: Page) => next,
  isEmpty: ({ items }: Page) => items.length === 0,
  maxEmptyPages: 3,
}

async function follow(pages: Readonly<Record<string, Page>>, signal = new AbortController().signal): Promise<number[]> {
  const found: number[] = []
  for await (const { items } of followPages(async (token = '') => pages[token]!, paging, signal)) found.push(...items)
  return found
}

test('reads every page, empty ones in between', async () => {
  const pages = {
    '': { items: [1], next: 'b' },
    b: { items: [], next: 'c' },
    c: { items: [], next: 'd' },
    d: { items: [2], next: '' },
  }
  expect(await follow(pages)).toEqual([1, 2])
})

test('rejects a page that names an earlier one', async () => {
  const pages = { '': { items: [1], next: 'b' }, b: { items: [2], next: 'c' }, c: { items: [3], next: 'b' } }
  await expect(follow(pages)).rejects.toMatchObject({ fault: 'badAnswer' })
})

test('rejects too many empty pages in a row', async () => {
  const pages = {
    '': { items: [], next: 'b' },
    b: { items: [], next: 'c' },
    c: { items: [], next: 'd' },
    d: { items: [1] },
  }
  await expect(follow(pages)).rejects.toMatchObject({ fault: 'badAnswer' })
})

test('asks for nothing once the signal is aborted', async () => {
  const reason = new Error('stop')
  await expect(follow({}, AbortSignal.abort(reason))).rejects.toBe(reason)
})
