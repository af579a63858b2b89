import type { LiveAnalysis } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { forecastFrom, liveSample, STEP_MS } from '../../../testing/live-samples.ts'
import { advance, type LiveWindow, lacksPast } from './live-window.ts'

const START = Date.UTC(2026, 9, 25, 10)
const at = (row: number): number => START + row * STEP_MS
const rows = (from: number, to: number, given?: Partial<LiveAnalysis>) =>
  liveSample({ from: at(from), to: at(to) }, given)
const SPAN_MS = 60 * STEP_MS
const whole = (analysis: LiveAnalysis) => advance(null, { isWhole: true, analysis }, SPAN_MS)
const next = (window: LiveWindow, analysis: LiveAnalysis) => advance(window, { isWhole: false, analysis }, SPAN_MS)

describe('advance', () => {
  it('gives by increments what one answer gives', () => {
    const window = next(next(whole(rows(0, 50)), rows(51, 52)), rows(53, 59))
    const { series, times, degree } = rows(0, 59)
    expect(window.analysis.times).toEqual(times)
    expect(window.analysis.degree).toEqual(degree)
    expect(window.analysis.series).toEqual(series)
  })

  it('takes rows that come again in place of those before', () => {
    const unscored = rows(51, 52)
    for (const one of unscored.series) one.low = one.low.map(() => null)
    const window = next(next(whole(rows(0, 50)), { ...unscored, position: at(50) }), rows(51, 53))
    expect(window.analysis.series).toEqual(rows(0, 53).series)
  })

  it('keeps a forecast until another one comes', () => {
    const first = forecastFrom(at(50))
    const window = next(next(whole(rows(0, 50)), { ...rows(51, 51), forecast: first }), rows(52, 52))
    expect(window.analysis.forecast).toBe(first)
    const second = forecastFrom(at(53))
    expect(next(window, { ...rows(53, 53), forecast: second }).analysis.forecast).toBe(second)
  })

  it('keeps the span alone, however many rows come', () => {
    let window = whole(rows(0, 59))
    for (let row = 60; row < 500; row++) window = next(window, rows(row, row))
    expect(window.analysis.times.length).toBeLessThanOrEqual(62)
    expect(window.analysis.times.at(-1)).toBe(at(499))
    expect(window.analysis.series.every(({ min }) => min.length === window.analysis.times.length)).toBe(true)
    expect(window.analysis.series[0]?.min.at(-1)).toBe(rows(499, 499).series[0]?.min[0])
  })

  it('adds rows to the buckets of a coarser answer, and counts none twice', () => {
    const coarse: LiveAnalysis = {
      ...rows(0, 0),
      from: at(0),
      to: at(20),
      bucketMs: 10 * STEP_MS,
      times: [at(0), at(10)],
      position: at(19),
      degree: [0.1, 0.2],
      series: rows(0, 0).series.map((one) => ({
        ...one,
        min: [10, 11],
        max: [12, 13],
        count: [10, 10],
        low: [1, 1],
        high: [30, 30],
        score: [0.1, 0.1],
        flagged: [],
      })),
    }
    let window = whole(coarse)
    // Row 20 comes with every increment until it is scored.
    for (const last of [20, 21, 22]) window = next(window, { ...rows(20, last), position: at(19) })
    window = next(window, rows(20, 31))
    const [line] = window.analysis.series
    const values = rows(20, 29).series[0]!
    expect(window.analysis.times).toEqual([at(0), at(10), at(20), at(30)])
    expect(line?.count).toEqual([10, 10, 10, 2])
    expect(line?.min.slice(1, 3)).toEqual([11, Math.min(...values.min.map(Number))])
    expect(line?.max[2]).toBe(Math.max(...values.max.map(Number)))
  })

  it('keeps one flagged sample a bucket', () => {
    const flagged = (row: number) => {
      const one = rows(row, row)
      one.series[0]!.flagged = [{ time: at(row), value: 99, val: row }]
      return one
    }
    const coarse = { ...rows(0, 0), bucketMs: 10 * STEP_MS }
    let window = whole(coarse)
    for (let row = 1; row < 30; row++) window = next(window, flagged(row))
    expect(window.analysis.series[0]?.flagged.map(({ val }) => val)).toEqual([9, 19, 29])
  })

  it('begins anew with a whole answer', () => {
    const window = advance(whole(rows(0, 50)), { isWhole: true, analysis: rows(30, 80) }, SPAN_MS)
    expect(window.analysis).toEqual(rows(30, 80))
  })

  it('draws a new series from where it begins', () => {
    const both = rows(51, 51)
    const window = next(whole({ ...rows(0, 50), series: rows(0, 50).series.slice(0, 3), seriesTotal: 3 }), both)
    expect(window.analysis.series[3]?.min.slice(-2)).toEqual([null, both.series[3]?.min[0]])
  })
})

describe('lacksPast', () => {
  const few = whole({ ...rows(0, 50), series: rows(0, 50).series.slice(0, 3), seriesTotal: 300 })
  it('says that an answer with a part of the series did not hold one of an increment', () => {
    expect(lacksPast(few, { isWhole: false, analysis: rows(51, 51) })).toBe(true)
  })
  it('does not mind one that is new', () => {
    const all = whole({ ...rows(0, 50), series: rows(0, 50).series.slice(0, 3), seriesTotal: 3 })
    expect(lacksPast(all, { isWhole: false, analysis: rows(51, 51) })).toBe(false)
  })
  it('says that an answer held the values of a counter that comes as a rate', () => {
    const known = whole(rows(0, 50))
    const [first, ...others] = rows(51, 51).series
    const analysis = { ...rows(51, 51), series: [{ ...first!, rate: true }, ...others] }
    expect(lacksPast(known, { isWhole: false, analysis })).toBe(true)
    expect(lacksPast(known, { isWhole: true, analysis })).toBe(false)
    expect(lacksPast(whole({ ...rows(0, 50), series: analysis.series }), { isWhole: false, analysis })).toBe(false)
  })
})
