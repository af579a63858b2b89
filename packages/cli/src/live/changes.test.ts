import type { ProjectEvent } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { watchChanges } from './changes.ts'

function bench() {
  let now = 0
  let there: string[] = []
  const asked: unknown[] = []
  const read: [string[], string[]][] = []
  const idsOf = (events: readonly ProjectEvent[]) => events.map(({ id }) => id)
  const events = {
    list: async (query: object) => {
      asked.push(query)
      if (there.includes('away')) throw new Error('away')
      return { items: there.map((id) => ({ id }) as ProjectEvent), page: 1, pageSize: 500, total: there.length }
    },
  }
  const changes = watchChanges({ events } as never, 'shop', {
    clock: { now: () => now, sleep: async () => undefined },
    signal: new AbortController().signal,
    onRead: (all, added) => read.push([idsOf(all), idsOf(added)]),
  })
  return {
    asked,
    read,
    at: async (time: number, ids: string[], since = 0) => {
      now = time
      there = ids
      await changes.read(since)
    },
  }
}

describe('watchChanges', () => {
  it('reads at most every half minute, and says what is new since the first reading', async () => {
    const { at, asked, read } = bench()
    await at(0, ['a'])
    await at(10_000, ['b', 'a'])
    await at(31_000, ['c', 'b', 'a'])
    expect(asked).toHaveLength(2)
    expect(asked[0]).toMatchObject({ projectName: 'shop', from: 0 })
    expect(read).toEqual([
      [['a'], []],
      [
        ['c', 'b', 'a'],
        ['b', 'c'],
      ],
    ])
  })
  it('reads at once for a longer time, which brings nothing new', async () => {
    const { at, read } = bench()
    await at(0, ['b'], 3_600_000)
    await at(1000, ['b', 'a'], 0)
    expect(read.at(-1)).toEqual([['b', 'a'], []])
  })
  it('passes over a failure and reads again', async () => {
    const { at, read } = bench()
    await at(0, ['away'])
    await at(31_000, ['a'])
    expect(read).toEqual([[['a'], []]])
  })
})
