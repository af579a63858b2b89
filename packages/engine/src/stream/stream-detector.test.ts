import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checksum } from '../stats/checksum.ts'
import { createRandom, normal } from '../stats/random.ts'
import type { StreamPoint } from './series-detector.ts'
import { createStreamDetector, restoreStreamDetector } from './stream-detector.ts'
import { STREAM_SIZES } from './stream-size.ts'

const MINUTE = 60_000
const STEP = 5 * MINUTE
const START = Date.UTC(2026, 0, 5)
const DAY_ROWS = 288

/** A daily wave with noise, every five minutes. */
function wave(rows: number, seed: number): number[] {
  const random = createRandom(seed)
  return Array.from({ length: rows }, (_, k) => 50 + 20 * Math.sin((2 * Math.PI * k) / DAY_ROWS) + 2 * normal(random))
}

function score(values: readonly number[], detector = createStreamDetector(), from = START): StreamPoint[] {
  return values.map((value, k) => detector.push(from + k * STEP, value))
}
const scores = (points: readonly StreamPoint[]): number[] => points.map((point) => point.score)
const highest = (points: readonly StreamPoint[]): number => Math.max(...scores(points))
const change = (values: number[], from: number, to: number, how: (value: number) => number): number[] =>
  values.map((value, k) => (k >= from && k < to ? how(value) : value))

/** What the first layout saved of a small state: all but the channels of one side. */
function toFirstLayout(bytes: Uint8Array): Uint8Array {
  const former = bytes.slice(0, 14_832)
  const view = new DataView(former.buffer)
  view.setUint16(4, 1, true)
  view.setUint32(8, former.length, true)
  view.setUint32(12, checksum(former.subarray(16)), true)
  return former
}

describe('createStreamDetector', () => {
  it('raises no alarm in two weeks of a plain daily wave', () => {
    const points = score(wave(14 * DAY_ROWS, 1))
    expect(highest(points.slice(150))).toBeLessThan(0.5)
  })

  it.each([
    ['a spike', 3000, 3002, (value: number) => value + 40],
    ['a step', 3000, 3400, (value: number) => value + 30],
    ['a burst of noise', 3000, 3050, (value: number) => value * 2 - 40],
  ])('raises an alarm at %s, and not before', (_, from, to, how) => {
    const points = score(change(wave(3600, 2), from, to, how))
    expect(highest(points.slice(150, from))).toBeLessThan(0.5)
    expect(highest(points.slice(from, to + 12))).toBeGreaterThanOrEqual(0.5)
  })

  it.each([
    ['a wrong time of day', 3000, 3288, (value: number) => 100 - value],
    ['a flat line', 3000, 3200, () => 51],
  ])('holds %s, which few channels see, more anomalous than all since the first days', (_, from, to, how) => {
    const points = score(change(wave(3600, 2), from, to, how))
    expect(highest(points.slice(from, to + 12))).toBeGreaterThan(highest(points.slice(600, from)) + 0.05)
  })

  it('tells one incident once', () => {
    const points = score(change(wave(3600, 2), 3000, 3100, (value) => value + 60))
    expect(points.slice(3000, 3100).filter((point) => point.score >= 0.5)).toHaveLength(1)
  })

  it.each([
    ['a whole day at the level of the night', 8, () => 20],
    ['ten deviations up for good', 10, (value: number) => value + 20],
    ['a value that is frozen at the level of the day', 12, () => undefined],
    ['full load at 3 am', 3, () => 80],
  ])('raises an alarm within 3 h at %s in a series of business hours', (_, hour, how) => {
    const random = createRandom(21)
    const usual = (k: number): number => {
      const ofDay = k % DAY_ROWS
      return ofDay >= 8 * 12 && ofDay < 20 * 12 ? 80 : 20
    }
    const from = 21 * DAY_ROWS + hour * 12
    const values = Array.from({ length: from + 36 }, (_, k) => {
      const noise = 2 * normal(random)
      if (k < from) return usual(k) + noise
      const value = how(usual(k))
      return value === undefined ? 80 : value + noise
    })
    const points = score(values)
    expect(highest(points.slice(7 * DAY_ROWS, from))).toBeLessThan(0.5)
    expect(highest(points.slice(from))).toBeGreaterThanOrEqual(0.5)
  })

  it('raises no alarm when what lasted an hour is over', () => {
    const points = score(change(wave(21 * DAY_ROWS, 22), 5000, 5012, (value) => value + 60))
    expect(points.flatMap(({ score: one }, row) => (row >= 5000 && one >= 0.5 ? row : []))).toHaveLength(1)
  })

  it('raises an alarm again where an incident doubles after it has settled', () => {
    const grown = change(wave(28 * DAY_ROWS, 23), 6000, 6600, (value) => value + 12)
    const points = score(change(grown, 6400, 6600, (value) => value + 60))
    const alarms = points.flatMap(({ score: one }, row) => (one >= 0.5 ? row : []))
    expect(alarms.filter((row) => row >= 6000 && row < 6200)).toHaveLength(1)
    expect(alarms.filter((row) => row >= 6400 && row < 6412)).toHaveLength(1)
  })

  it('is strictly causal: what comes later changes nothing', () => {
    const values = wave(1500, 3)
    const other = change(values, 1000, 1500, (value) => value * 50)
    expect(score(other).slice(0, 1000)).toEqual(score(values).slice(0, 1000))
  })

  it('gives each of many series what it gives that series alone, in any order, saved or asked in between', () => {
    const options = [{}, {}, { size: 'small' }, { timeZone: 'Europe/Berlin' }] as const
    const series = options.map((_, k) => wave(900, k + 1))
    const alone = options.map((option, k) => score(series[k]!, createStreamDetector(option)))
    const detectors = options.map((option) => createStreamDetector(option))
    for (let row = 0; row < 900; row++)
      for (const k of row % 2 === 0 ? [0, 1, 2, 3] : [3, 2, 1, 0]) {
        if (row === 500) detectors[k] = restoreStreamDetector(detectors[k]!.save())
        expect(detectors[k]!.push(START + row * STEP, series[k]![row]!)).toEqual(alone[k]![row])
        expect(detectors[(k + 1) % 2]!.count).toBeGreaterThanOrEqual(row)
      }
    const saved = options.map((option, k) => {
      const own = createStreamDetector(option)
      score(series[k]!, own)
      return own.save()
    })
    expect(detectors.map((detector) => detector.save())).toEqual(saved)
  })

  it('goes on after a restart at any point as if there had been none', () => {
    const values = change(wave(1400, 4), 900, 1000, (value) => value * 3)
    const whole = score(values)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1399 }), fc.constantFrom(...STREAM_SIZES), (cut, size) => {
        const expected = size === 'standard' ? whole : score(values, createStreamDetector({ size }))
        const first = createStreamDetector({ size })
        score(values.slice(0, cut), first)
        const second = restoreStreamDetector(first.save())
        expect(second.save()).toEqual(first.save())
        expect(score(values.slice(cut), second, START + cut * STEP)).toEqual(expected.slice(cut))
      }),
      { numRuns: 12 },
    )
  })

  it.each([
    ['small', 17_500],
    ['standard', 24_000],
    ['large', 60_000],
  ] as const)('keeps a %s state at %d bytes, however long the series', (size, bytes) => {
    const detector = createStreamDetector({ size })
    const empty = detector.save().length
    score(wave(30_000, 5), detector)
    expect(detector.save().length).toBe(empty)
    expect(empty).toBeLessThan(bytes)
    expect(detector.count).toBe(30_000)
  })

  it('scores the same in any other unit, with any other offset, and upside down', () => {
    const values = change(wave(900, 6), 700, 703, (value) => value + 80)
    const expected = score(values)
    const unit = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(unit, fc.boolean(), fc.double({ min: -100, max: 100, noNaN: true }), (size, isDown, shift) => {
        const factor = isDown ? -size : size
        const points = score(values.map((value) => (value + shift) * factor))
        // A value that lies between two numbers of the frame can go either way: seldom, and it changes little.
        const far = points.filter((point, k) => Math.abs(point.score - expected[k]!.score) > 1e-9)
        expect(far.length).toBeLessThan(9)
        expect(Math.sign(points[700]!.val)).toBe(isDown ? -1 : 1)
      }),
      { numRuns: 20 },
    )
  })

  it('scores the same whole weeks later or earlier', () => {
    const values = change(wave(1500, 7), 1200, 1203, (value) => value + 80)
    const expected = score(values)
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), (weeks) => {
        expect(score(values, createStreamDetector(), START + weeks * 604_800_000)).toEqual(expected)
      }),
      { numRuns: 8, examples: [[198], [-500]] },
    )
  })

  it('goes on from a state of the first layout: the channels of one side begin anew, all else stays', () => {
    const detector = createStreamDetector({ size: 'small' })
    const values = wave(600, 24)
    score(values, detector)
    const former = toFirstLayout(detector.save())
    const restored = restoreStreamDetector(former)
    expect(restored.count).toBe(600)
    expect(scores(score([70, 200], restored, START + 600 * STEP))).toEqual(
      scores(score([70, 200], detector, START + 600 * STEP)),
    )
  })

  it('leaves gaps out: they score 0 and change nothing', () => {
    const values = wave(800, 8)
    const detector = createStreamDetector()
    const points: StreamPoint[] = []
    values.forEach((value, k) => {
      points.push(detector.push(START + k * STEP, value))
      for (const gap of [Number.NaN, Number.POSITIVE_INFINITY])
        expect(detector.push(START + k * STEP, gap)).toMatchObject({ score: 0, val: 0 })
    })
    expect(points).toEqual(score(values))
  })

  it('says how far it can be trusted', () => {
    const trust = score(wave(2100, 9)).map((point) => point.trust)
    expect([trust[10], trust[60], trust[400], trust[2050]]).toEqual(['none', 'low', 'medium', 'high'])
  })

  it('sees a spike after a few dozen points', () => {
    const random = createRandom(10)
    const points = score([...Array.from({ length: 59 }, () => normal(random)), 100])
    expect(points[59]).toMatchObject({ trust: 'low' })
    expect(points[59]!.score).toBeGreaterThan(Math.max(...scores(points.slice(36, 59))))
  })

  it('says what is anomalous and how seldom that is', () => {
    const point = score(change(wave(3000, 11), 2900, 2901, (value) => value + 300))[2900]!
    expect(['range', 'rarity', 'level']).toContain(point.reason)
    expect(point.probability).toBeLessThan(0.001)
  })

  it('gives small probabilities about as often as they say', () => {
    const points = score(wave(10_000, 12)).slice(1000)
    const share = points.filter((point) => point.probability < 0.01).length / points.length
    expect(share).toBeGreaterThan(0.003)
    expect(share).toBeLessThan(0.03)
  })

  it('names the season where a value is usual but its time is not', () => {
    const points = score(change(wave(3600, 2), 3000, 3288, (value) => 100 - value)).slice(3000, 3100)
    expect(points.map((point) => point.reason)).toContain('season')
  })

  it('finds the season', () => {
    const detector = createStreamDetector()
    score(wave(5 * DAY_ROWS, 13), detector)
    expect(detector.seasons).toEqual([86_400_000])
  })

  it.each([
    ['nothing but one value', Array(500).fill(7)],
    ['two points', [1, 2]],
    ['values of 1e300', Array.from({ length: 500 }, (_, k) => (k % 50 === 49 ? 1e300 : k % 7))],
    ['only huge values', Array.from({ length: 500 }, (_, k) => (k % 2 ? 1 : -1) * Number.MAX_VALUE)],
    ['tiny values', Array.from({ length: 500 }, (_, k) => (k % 5) * 5e-324)],
  ])('gives finite scores for %s', (_, values) => {
    for (const point of score(values)) {
      expect(point.score).toBeGreaterThanOrEqual(0)
      expect(point.score).toBeLessThan(1)
      expect(Math.abs(point.val)).toBeLessThanOrEqual(10)
      expect(point.probability).toBeGreaterThan(0)
      expect(point.probability).toBeLessThanOrEqual(1)
    }
  })

  it('gives a score within its bounds for any values at any times', () => {
    const time = fc.integer({ min: -8e12, max: 8e12 })
    const point = fc.tuple(time, fc.double())
    fc.assert(
      fc.property(fc.array(point, { maxLength: 300 }), (points) => {
        const detector = createStreamDetector({ size: 'small' })
        for (const [when, value] of points) {
          const { score: got } = detector.push(when, value)
          expect(got >= 0 && got < 1).toBe(true)
        }
      }),
    )
  })

  it('sees again soon after a value beyond all measure', () => {
    const values = change(
      change(wave(4000, 14), 2000, 2001, () => 1e300),
      3500,
      3502,
      (value) => value + 150,
    )
    const points = score(values)
    expect(points[2000]!.score).toBeGreaterThan(0.5)
    expect(highest(points.slice(2300, 3500))).toBeLessThan(0.5)
    expect(highest(points.slice(3500, 3510))).toBeGreaterThan(0.3)
  })

  it('takes times that stop or go back, months without data, and another interval', () => {
    const values = wave(4 * DAY_ROWS, 15)
    const detector = createStreamDetector()
    const at = (k: number): number => (k % 100 === 99 ? START : START + Math.floor(k / 2) * 2 * STEP)
    const points = values.map((value, k) => detector.push(at(k), value))
    const later = score(values, detector, START + 120 * 86_400_000)
    const faster = values.map((value, k) => detector.push(START + 200 * 86_400_000 + k * 1000, value))
    for (const part of [points, later, faster]) expect(scores(part).every(Number.isFinite)).toBe(true)
  })

  it('refuses a time that is none, a size that is none, and bytes that are not its own', () => {
    expect(() => createStreamDetector().push(Number.NaN, 1)).toThrow(RangeError)
    expect(() => createStreamDetector({ size: 'huge' as 'large' })).toThrow('small, standard, large')
    const bytes = createStreamDetector().save()
    expect(() => restoreStreamDetector(bytes.slice(0, 9))).toThrow('these are not')
    expect(() => restoreStreamDetector(new Uint8Array(100))).toThrow('these are not')
    expect(() => restoreStreamDetector(bytes.slice(0, -8))).toThrow('damaged')
    const damaged = bytes.slice()
    damaged[1000]! ^= 1
    expect(() => restoreStreamDetector(damaged)).toThrow('damaged')
    const newer = bytes.slice()
    newer[4] = 9
    expect(() => restoreStreamDetector(newer)).toThrow('another version')
  })
})
