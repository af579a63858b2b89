import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { createLiveDetector, type LiveDetector } from './live-detector.ts'
import type { LiveFinding, LiveRows, LiveScores, LiveValueType } from './live-state.ts'

const START = Date.UTC(2026, 0, 5)
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEP = 10 * SECOND

type ValueAt = (time: number, noise: () => number) => number

/** Rows of some series from `from` up to, and without, `to`; a coarser row holds the value of the last step that it covers. */
function rowsOf(series: readonly ValueAt[], from: number, to: number, rowMs = STEP): LiveRows {
  const random = createRandom(Math.round(from / STEP))
  const times = Float64Array.from({ length: (to - from) / rowMs }, (_, row) => from + row * rowMs)
  const columns = series.map((valueAt) => times.map((time) => valueAt(time + rowMs - STEP, () => normal(random))))
  return { times, columns }
}

function slice({ times, columns }: LiveRows, from: number, to: number): LiveRows {
  return { times: times.subarray(from, to), columns: columns.map((column) => column.subarray(from, to)) }
}

function open(names: readonly string[], type: LiveValueType = 'gauge', quietMs = 26 * HOUR): LiveDetector {
  const detector = createLiveDetector({ stepMs: STEP, pvalue: 0.99, cvalue: 5, quietUntil: START + quietMs })
  detector.addSeries(names.map((name) => ({ key: parseSeriesName(name), type })))
  return detector
}

/** The findings that stand at the end, by series, with their beginning in minutes after `since`. */
function push(detector: LiveDetector, rows: LiveRows, since: number) {
  const standing = new Map<string, LiveFinding>()
  for (let at = 0; at < rows.times.length; at += 100) {
    const { changed, removed } = detector.push(slice(rows, at, at + 100))
    for (const key of removed) standing.delete(key)
    for (const finding of changed) standing.set(finding.key, finding)
  }
  return [...standing.values()].flatMap((finding) =>
    finding.type === 'period'
      ? [[finding.period.series[0]!.seriesId, Math.round((finding.period.start - since) / MINUTE), finding.state]]
      : [],
  )
}

const steady: ValueAt = (_, noise) => 50 + 2 * noise()
const isWithin = (time: number, from: number, ms: number): boolean => time >= from && time < from + ms
/** A job of ten minutes at two in every third night. */
const withJob: ValueAt = (time, noise) =>
  steady(time, noise) + (isWithin((time - START) % (3 * DAY), 2 * HOUR, 10 * MINUTE) ? 30 : 0)

describe('rows that are learned', () => {
  it('have the rows after them scored as if all had been scored', () => {
    const names = ['cpu[a]', 'mem[a]']
    const faulty: ValueAt = (time, noise) => steady(time, noise) + (isWithin(time, START + 2 * HOUR, HOUR) ? 40 : 0)
    const rows = rowsOf([faulty, steady], START, START + 4 * HOUR)
    const size = rows.times.length
    const begin = () => open(names, 'gauge', HOUR)
    const degrees = ({ degree }: LiveScores, from: number): number[] => [
      ...degree.subarray(from, degree.length / 2),
      ...degree.subarray(degree.length / 2 + from),
    ]
    const whole = begin().push(rows)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: size }), fc.integer({ min: 0, max: size }), (at, before) => {
        const half = Math.min(at, before)
        const detector = begin()
        detector.learn(slice(rows, 0, half), STEP)
        detector.learn(slice(rows, half, at), STEP)
        expect(degrees(detector.push(slice(rows, at, size)).scores, 0)).toEqual(degrees(whole.scores, at))
      }),
      { numRuns: 8, examples: [[725, 721]] },
    )
  })

  it('teach the jobs of single nights by one sample a minute, and no faults as high at another time', () => {
    const end = START + 12 * DAY
    const detector = open(['cpu[a]', 'cpu[b]'])
    detector.learn(rowsOf([withJob, steady], START, end, MINUTE), MINUTE)
    const faulty: ValueAt = (time, noise) =>
      steady(time, noise) + (isWithin(time, end + 2 * HOUR, 10 * MINUTE) ? 30 : 0)
    const found = push(detector, rowsOf([withJob, faulty], end, end + 4 * HOUR), end)
    expect(found.map(([series]) => series)).not.toContain('cpu[a]')
    expect(found).toContainEqual(['cpu[b]', 120, 'over'])
  })

  it('do not make a series blind that had a fault in them', () => {
    const end = START + 12 * DAY
    const fault = { from: START + 9 * DAY + 15 * HOUR, ms: HOUR }
    const faulty: ValueAt = (time, noise) =>
      steady(time, noise) +
      (isWithin(time, fault.from, fault.ms) || isWithin(time, end + 2 * HOUR, 10 * MINUTE) ? 40 : 0)
    const detector = open(['cpu[a]'])
    detector.learn(rowsOf([faulty], START, end, MINUTE), MINUTE)
    expect(push(detector, rowsOf([faulty], end, end + 4 * HOUR), end)).toContainEqual(['cpu[a]', 120, 'over'])
  })

  it('leave a fault that goes on to be reported from the first scored row to its end', () => {
    const end = START + 3 * DAY
    const faulty: ValueAt = (time, noise) =>
      steady(time, noise) + (isWithin(time, end - 20 * MINUTE, 40 * MINUTE) ? 40 : 0)
    const detector = open(['cpu[a]'])
    detector.learn(rowsOf([faulty], START, end, MINUTE), MINUTE)
    expect(detector.findings()).toEqual([])
    expect(push(detector, rowsOf([faulty], end, end + 10 * MINUTE), end)).toEqual([['cpu[a]', 0, 'open']])
    expect(push(detector, rowsOf([faulty], end + 10 * MINUTE, end + HOUR), end)).toEqual([['cpu[a]', 0, 'over']])
  })

  it('of a counter are read by their increase a second, however far they are apart', () => {
    const end = START + 2 * DAY
    const counter: ValueAt = (time, noise) => ((time - START) / SECOND) * 5 + noise()
    const detector = open(['requests[a]'], 'counter')
    detector.learn(rowsOf([counter], START, end, MINUTE), MINUTE)
    const { scores, rates } = detector.push(rowsOf([counter], end, end + MINUTE))
    expect(rates?.places).toEqual([0])
    // The first row has the row before it, which ended the last minute
    expect(scores.low[0]).toBeGreaterThan(4)
    expect(scores.low[0]).toBeLessThan(5)
    expect(scores.high[0]).toBeGreaterThan(5)
    expect(scores.high[0]).toBeLessThan(6)
  })

  it('are on multiples of the interval, in the order of their times, with a column for each series', () => {
    const detector = open(['cpu[a]'])
    const rows = rowsOf([steady], START, START + HOUR, MINUTE)
    expect(() => detector.learn(rows, 15 * SECOND)).toThrow(RangeError)
    expect(() => detector.learn({ ...rows, columns: [] }, MINUTE)).toThrow('has 1 series')
    detector.learn(rows, MINUTE)
    expect(() => detector.learn(rows, MINUTE)).toThrow('order of their times')
    // The last minute reaches up to the next row
    expect(() => detector.push(rowsOf([steady], START + HOUR - STEP, START + HOUR))).toThrow('order of their times')
    expect(detector.push(rowsOf([steady], START + HOUR, START + HOUR + STEP)).scores.degree).toHaveLength(1)
  })
})
