import { expect, it } from 'vitest'
import type { LogLine } from '../../../ports/log-lines.ts'
import { readAround } from './log-lines.ts'

const ONSET = 100_000
/** A line each 100 ms, from 20 s before the onset to 80 s after it. */
const all = Array.from({ length: 1000 }, (_, at) => ({ time: ONSET - 20_000 + at * 100 }) as LogLine)
const within = ({ from, to }: { from: number; to: number }) => all.filter(({ time }) => time >= from && time < to)
const points = {
  readNewestLogs: async (_: string, span: { from: number; to: number }, __: object, limit: number) =>
    within(span).toReversed().slice(0, limit),
  readLogs: async (_: string, span: { from: number; to: number }, __: object, limit: number) => {
    const lines = within(span)
    return { lines: lines.slice(0, limit), next: lines.length > limit ? 'more' : null }
  },
}

it('has lines since the onset however many came before it', async () => {
  const { lines, hasMore } = await readAround({ points }, 'logs', { from: 0, onset: ONSET, to: ONSET + 60_000 })
  const times = lines.map(({ time }) => time)
  expect([lines.length, times.filter((time) => time < ONSET).length, hasMore]).toEqual([500, 100, true])
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(new Set(times).size).toBe(500)
})

it('has all of few lines', async () => {
  const span = { from: ONSET - 1000, onset: ONSET, to: ONSET + 10_000 }
  const { lines, hasMore } = await readAround({ points }, 'logs', span)
  expect([lines.length, lines[0]!.time, hasMore]).toEqual([110, ONSET - 1000, false])
})
