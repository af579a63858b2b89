import { describe, expect, it } from 'vitest'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { createLiveExtraction, type LivePeriod, type ScoredRows } from './extract-live-periods.ts'
import { createLiveDetector } from './live-detector.ts'
import { readSeriesFacts } from './watched-series.ts'

declare function structuredClone<T>(value: T): T

const STEP = 10_000
const START = Date.UTC(2026, 0, 5)
const NAMES = ['cpu[a]', 'mem[a]', 'requests_total[a]', 'cpu[b]', 'mem[b]', 'disk[b]', 'orders[c]']
const DAY_ROWS = 8640

type Change = (value: number, name: string, row: number) => number

/** Two days with a rhythm, noise and faults, as a live detector finds them: what it stored, and what it found. */
function detect(change: Change, { pvalue = 0.99, cvalue = 5, rows = 2 * DAY_ROWS } = {}) {
  const random = createRandom(11)
  const totals = new Map<string, number>()
  const columns = NAMES.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++)
    for (const [column, name] of NAMES.entries()) {
      const rhythm = name.startsWith('orders') ? 20 * Math.sin((2 * Math.PI * row) / DAY_ROWS) : 0
      const value = change(50 + rhythm + 2 * normal(random), name, row)
      const total = (totals.get(name) ?? 0) + value * 10
      totals.set(name, total)
      columns[column]![row] = name.includes('_total') ? total : value
    }
  const times = Float64Array.from({ length: rows }, (_, row) => START + row * STEP)
  const detector = createLiveDetector({ stepMs: STEP, pvalue, cvalue })
  detector.addSeries(NAMES.map((name) => ({ key: parseSeriesName(name), type: undefined })))
  const { scores, changed } = detector.push({ times, columns })
  const found = changed.flatMap(({ key, ...one }): LivePeriod[] =>
    one.type === 'period' ? [{ key, period: one.period }] : [],
  )
  found.sort((a, b) => a.period.start - b.period.start || a.period.end - b.period.end)
  return { times, columns, scores, found, state: structuredClone(detector.save()), scored: { pvalue, cvalue } }
}

type Detected = ReturnType<typeof detect>

function cut({ times, columns, scores, state }: Detected, from: number, to: number): ScoredRows {
  const facts = readSeriesFacts(state, Math.round(times[from]! / STEP))
  const part = (values: Float32Array): Float32Array => {
    const out = new Float32Array(NAMES.length * (to - from))
    for (const [j] of NAMES.entries())
      out.set(values.subarray(j * times.length + from, j * times.length + to), j * (to - from))
    return out
  }
  return {
    series: NAMES.map((name) => ({ key: parseSeriesName(name), facts: facts.get(name)! })),
    times: times.subarray(from, to),
    columns: columns.map((column) => column.subarray(from, to)),
    degree: part(scores.degree),
    low: part(scores.low),
    high: part(scores.high),
  }
}

function open(
  { scored }: Detected,
  wanted: { pvalue: number; cvalue: number },
  ...state: [] | [ReturnType<ReturnType<typeof createLiveExtraction>['save']>]
) {
  const instances = new Map(
    ['a', 'b', 'c'].map((instance) => [
      instance,
      NAMES.map(parseSeriesName)
        .filter((key) => key.instance === instance)
        .map((key) => (key.metric.endsWith('_total') ? { ...key, metric: `rate(${key.metric})` } : key)),
    ]),
  )
  return createLiveExtraction({ stepMs: STEP, scored, wanted, instances }, ...state)
}

function extract(detected: Detected, wanted = detected.scored, from = 0) {
  const extraction = open(detected, wanted)
  extraction.push(cut(detected, from, detected.times.length))
  return extraction.periods()
}

/** What does not depend on how exactly expected values were stored, nor on the range of a series. */
const exact = ({ key, period }: LivePeriod) => {
  const { start, end, rows, kind, recoveringUntil, isNewNormal } = period
  return { key, start, end, rows, kind, recoveringUntil, isNewNormal, lead: period.series[0]!.seriesId }
}
const spans = (found: readonly LivePeriod[]) =>
  found.map(({ period }) => [(period.start - START) / STEP, (period.end - START) / STEP])
const isWithin = (row: number, from: number, to: number): boolean => row >= from && row < to

/** A step on two series, a rise that is too slow for the first days, a short spike, a fall of a counter, a weak fault, and a level that stays. */
const faults: Change = (value, name, row) => {
  if (isWithin(row, 9000, 9060) && (name === 'cpu[a]' || name === 'mem[a]')) return value + 30
  if (isWithin(row, 10_000, 10_400) && name === 'mem[b]') return value + (row - 10_000) / 10
  if (isWithin(row, 11_000, 11_008) && name === 'cpu[b]') return value - 40
  if (isWithin(row, 12_000, 12_100) && name === 'requests_total[a]') return value * 2
  if (isWithin(row, 13_000, 13_040) && name === 'cpu[b]') return value + 8
  if (isWithin(row, 14_000, 14_200) && name === 'orders[c]') return value + 300
  if (row >= 5_000 && name === 'disk[b]') return value + 20
  return value
}

describe('createLiveExtraction', () => {
  const detected = detect(faults)
  it('finds with the values of the detector what the detector found', () => {
    const found = extract(detected)
    expect(found.map(exact)).toEqual(detected.found.map(exact))
    expect(found).toHaveLength(5)
    for (const [index, { period }] of found.entries()) {
      const before = detected.found[index]!.period
      expect(Math.abs(period.val - before.val)).toBeLessThan(0.3)
      expect(period.series[0]!.usual).toBeCloseTo(before.series[0]!.usual!, 1)
      expect(period.series[0]!.peak).toBe(before.series[0]!.peak)
    }
  })
  it('finds an instance that went down, whatever the sensitivity', () => {
    const down = detect((value, name, row) => (name.endsWith('[b]') && isWithin(row, 12_000, 12_030) ? 0 : value))
    const span = { kind: 'down', start: START + 12_000 * STEP, end: START + 12_029 * STEP }
    expect(extract(down).map(exact)).toEqual(down.found.map(exact))
    for (const pvalue of [0.99, 0.95, 0.9999])
      expect(extract(down, { pvalue, cvalue: 5 }).map(exact)).toContainEqual(expect.objectContaining(span))
    const first = open(down, down.scored)
    first.push(cut(down, 0, 12_010))
    const second = open(down, down.scored, structuredClone(first.save(START)))
    second.push(cut(down, 12_010, down.times.length))
    expect(second.periods()).toEqual(extract(down))
  })
  it('finds on a series that is nearly always 0 what the detector found', () => {
    const idle = detect((value, name, row) => {
      if (name !== 'disk[b]') return value
      if (isWithin(row, 13_000, 13_060)) return value / 2
      return row % 360 < 12 ? value / 8 : row % 25 === 0 ? Math.abs(value - 50) / 8 : 0
    })
    expect(idle.found).toMatchObject([{ period: { start: START + 13_000 * STEP, end: START + 13_059 * STEP } }])
    expect(extract(idle).map(exact)).toEqual(idle.found.map(exact))
  })
  it.each([0.95, 0.9])('finds with a pvalue of %d what a detector with it finds', (pvalue) =>
    expect(spans(extract(detected, { pvalue, cvalue: 5 }))).toEqual(spans(detect(faults, { pvalue }).found)),
  )
  it('finds with a stricter pvalue all that a detector with it finds, and no fault that was not found', () => {
    const own = spans(detected.found)
    const strict = spans(extract(detected, { pvalue: 0.9999, cvalue: 5 }))
    const isIn =
      (found: number[][]) =>
      ([start, end]: number[]) =>
        found.some(([from, to]) => start! <= to! && from! <= end!)
    const detectedSo = spans(detect(faults, { pvalue: 0.9999 }).found)
    expect(detectedSo.length).toBeGreaterThan(3)
    expect(detectedSo.filter((one) => !isIn(strict)(one))).toEqual([])
    expect(strict.filter((one) => !isIn(own)(one))).toEqual([])
  })
  it('leaves out what has fewer flagged samples than a larger cvalue asks for', () => {
    const longer = spans(extract(detected, { pvalue: 0.99, cvalue: 100 }))
    expect(longer).toEqual([5000, 12_000, 14_000].map((start) => [start, expect.any(Number)]))
  })
  it('goes on from a saved state as if nothing had happened, and forgets what ended before a time', () => {
    const wanted = { pvalue: 0.95, cvalue: 5 }
    const whole = extract(detected, wanted)
    for (const at of [5020, 9030, 11_004, 15_000]) {
      const first = open(detected, wanted)
      first.push(cut(detected, 0, at))
      const second = open(detected, wanted, structuredClone(first.save(START)))
      second.push(cut(detected, at, detected.times.length))
      expect(second.periods()).toEqual(whole)
    }
    const extraction = open(detected, wanted)
    extraction.push(cut(detected, 0, detected.times.length))
    const left = whole.filter(({ period }) => period.end >= START + 14_100 * STEP)
    expect(left.length).toBeGreaterThan(0)
    expect(open(detected, wanted, extraction.save(START + 14_100 * STEP)).periods()).toEqual(left)
  })
  it('begins anywhere: what is found later hardly depends on it', () => {
    const late = spans(extract(detected, { pvalue: 0.95, cvalue: 5 }, 8000)).filter(([start]) => start! > 8900)
    expect(late).toEqual(spans(extract(detected, { pvalue: 0.95, cvalue: 5 })).filter(([start]) => start! > 8900))
  })
  it('rejects scores that say nothing of probability', () =>
    expect(() => open({ ...detected, scored: { pvalue: 0, cvalue: 5 } }, { pvalue: 0.9, cvalue: 5 })).toThrow(
      RangeError,
    ))
})
