import { expect, it } from 'vitest'
import type { RowScores } from '../../ports/point-store.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createRecentRowScores } from './extract-periods.ts'

const MINUTE = 60_000
/** 17 bytes. */
const oneRow: RowScores = { times: new Float64Array(1), probability: new Float64Array(1), direction: new Int8Array(1) }

const clock = createTestClock({ isStill: true })

/** Reads, and says which were loaded for it. */
function createReader(bytes: number) {
  const recent = createRecentRowScores({ keptMs: MINUTE, bytes })
  return async (...ids: string[]): Promise<string[]> => {
    const loaded: string[] = []
    const load = async (id: string): Promise<RowScores> => {
      loaded.push(id)
      return oneRow
    }
    for (const id of ids) expect(await recent.read(clock, id, () => load(id))).toBe(oneRow)
    return loaded
  }
}

it('loads the same scores once until they have not been read for a minute', async () => {
  const read = createReader(1000)
  expect(await read('a', 'a')).toEqual(['a'])
  await clock.advance(MINUTE - 1)
  expect(await read('a')).toEqual([])
  await clock.advance(MINUTE - 1)
  expect(await read('a')).toEqual([])
  await clock.advance(MINUTE)
  expect(await read('a')).toEqual(['a'])
})

it('keeps no more bytes than it may, those that were read last', async () => {
  const read = createReader(2 * 17)
  expect(await read('a', 'b', 'a', 'c', 'a', 'b')).toEqual(['a', 'b', 'c', 'b'])
  const small = createReader(16)
  expect(await small('a', 'a')).toEqual(['a', 'a'])
})

it('keeps nothing where loading failed', async () => {
  const recent = createRecentRowScores({ keptMs: MINUTE, bytes: 1000 })
  await expect(recent.read(clock, 'a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await recent.read(clock, 'a', async () => oneRow)).toBe(oneRow)
})
