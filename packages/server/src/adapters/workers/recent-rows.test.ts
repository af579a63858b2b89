import { buildFrame, parseSeriesName } from '@omen/engine/series'
import { describe, expect, it } from 'vitest'
import { createRecentRows, type ScoredRows } from './recent-rows.ts'

/** Three chunks of ten rows whose values are their rows in the file. */
function filled() {
  const recent = createRecentRows()
  for (const from of [0, 10, 20]) recent.add(chunk(from))
  return recent
}

function chunk(from: number): ScoredRows {
  const rows = Float64Array.from({ length: 10 }, (_, k) => from + k)
  const frame = buildFrame([parseSeriesName('a')], rows, [rows])
  const scored = {
    times: rows,
    probability: rows,
    direction: Int8Array.from(rows),
    seriesProbability: [Float32Array.from(rows)],
    seriesSide: [Int8Array.from(rows)],
    expectedLow: [Float32Array.from(rows)],
    expectedHigh: [Float32Array.from(rows)],
  }
  return { frame, scored }
}

describe('createRecentRows', () => {
  it('gives rows over the border of chunks, all columns of them', () => {
    const { frame, scored } = filled().slice(8, 23)
    const rows = Array.from({ length: 15 }, (_, k) => 8 + k)
    const columns = [frame.times, ...frame.columns, scored.times, scored.probability, scored.direction]
    const perSeries = [scored.seriesProbability, scored.seriesSide, scored.expectedLow, scored.expectedHigh].flat()
    for (const column of [...columns, ...perSeries]) expect(Array.from(column)).toEqual(rows)
  })

  it('gives rows of one chunk without a copy', () => {
    const recent = createRecentRows()
    const only = chunk(0)
    recent.add(only)
    expect(recent.slice(2, 5).frame.columns[0]!.buffer).toBe(only.frame.columns[0]!.buffer)
  })

  it('releases whole chunks before a row, and keeps counting rows', () => {
    const recent = filled()
    recent.forgetBefore(15)
    expect([recent.has(9), recent.has(10), recent.has(29)]).toEqual([false, true, true])
    recent.add(chunk(30))
    expect(Array.from(recent.slice(29, 31).frame.times)).toEqual([29, 30])
  })
})
