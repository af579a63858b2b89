import { expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import type { LiveSeriesDetector } from '../stream/live-series-detector.ts'
import { openSeries } from '../testing/open-series.ts'
import { emptyWatch, watchSeries } from './watch-series.ts'

const OPTIONS = { stepMs: 1000, q: 0.01, cvalue: 5 }

/** A streaming engine that says this of every point. */
const saying = (detector: LiveSeriesDetector, val: number): LiveSeriesDetector => ({
  ...detector,
  seasonalValue: () => Number.NaN,
  push: (...point) => ({ ...detector.push(...point), val }),
})

it('gives the rows before an alarm a probability also where the series had no spread', () => {
  const watch = emptyWatch('gauge')
  const detector = openSeries()
  const push = (row: number, value: number, val: number) =>
    watchSeries(watch, () => saying(detector, val), value, { row, time: row * 1000, steps: 1 }, OPTIONS)!
  for (let row = 0; row < 100; row++) push(row, 0, 0)
  for (let row = 100; row < 103; row++) push(row, 14, 0.1)
  const { earlier } = push(103, 14, 2)
  expect(earlier.map(({ row, sample }) => [row, sample.probability])).toEqual(
    [100, 101, 102].map((row) => [row, 1e-20]),
  )
})

it('flags a short fault for as long as the values are off, though the streaming engine holds it in its means', () => {
  const watch = emptyWatch('gauge')
  const detector = openSeries()
  const valueAt = (row: number): number => (row >= 100 && row < 108 ? 80 : 50) + (row % 3)
  const valAt = (row: number): number => (row >= 100 && row < 220 ? 5 : 0)
  const flagged: number[] = []
  for (let row = 0; row < 300; row++) {
    const place = { row, time: row * 1000, steps: 1 }
    const { sample } = watchSeries(watch, () => saying(detector, valAt(row)), valueAt(row), place, OPTIONS)!
    if (row >= 20 && sample.probability < OPTIONS.q) flagged.push(row)
  }
  expect(flagged).toEqual([100, 101, 102, 103, 104, 105, 106, 107])
})

const MINUTES5 = 300_000
const DAY_ROWS = 288

/** The days, from 0, on which something is found in noise with rows of five minutes; on some of them it lies so many spreads higher for some hours. */
function daysFound(
  on: (day: number) => boolean,
  hourOf: (day: number) => number,
  { hours, spreads } = { hours: 2, spreads: 9 },
): number[] {
  const random = createRandom(31)
  const detector = openSeries()
  const watch = emptyWatch('gauge')
  const days = new Set<number>()
  let [noise, run] = [0, 0]
  for (let row = 0; row < 18 * DAY_ROWS; row++) {
    noise = 0.5 * noise + Math.sqrt(0.75) * normal(random)
    const day = Math.floor(row / DAY_ROWS)
    const after = (row % DAY_ROWS) - Math.round(hourOf(day) * 12)
    const isHigh = on(day) && after >= 0 && after < 12 * hours
    const place = { row, time: row * MINUTES5, steps: 1 }
    const value = 20 + noise + (isHigh ? spreads : 0)
    const found = watchSeries(watch, () => detector, value, place, { stepMs: MINUTES5, q: 0.01, cvalue: 5 })!
    run = found.sample.probability < 0.01 ? run + 1 : 0
    if (run === 5) days.add(day)
  }
  return [...days]
}

it('finds a fault again that comes again within three days, and not what comes every night, or day after day', () => {
  const anyHour = (day: number): number => (7 * day) % 24
  const isLate = (day: number): boolean => day >= 7
  expect(daysFound((day) => day === 7 || day === 9, anyHour)).toEqual([7, 9])
  expect(daysFound(isLate, anyHour)).toEqual([7, 8, 9, 10])
  expect(daysFound(isLate, () => 2)).toEqual([7, 8])
})

it.each([4, 6, 10])('takes a job of %d hours that comes every night for usual', (hours) => {
  const found = daysFound(
    (day) => day >= 7,
    () => 2,
    { hours, spreads: 6 },
  )
  expect(found[0]).toBe(7)
  expect(found.filter((day) => day > 8)).toEqual([])
})

/** When, in hours, a fifth row in a row is found in working hours with weekends of their own (`work` is the part of a weekday's traffic), multiplied by `fault`. */
function foundInWeeks(
  weeks: number,
  work: (day: number) => number,
  fault: (hours: number) => number = () => 1,
): { hours: number }[] {
  const random = createRandom(78)
  const detector = openSeries()
  const watch = emptyWatch('gauge')
  const found: { hours: number }[] = []
  let [drift, run] = [0, 0]
  for (let row = 0; row < 7 * weeks * DAY_ROWS; row++) {
    const hours = row / 12
    drift = 0.98 * drift + 0.01 * normal(random)
    const level = 30 + 70 * work(Math.floor(hours / 24)) * Math.exp(-0.5 * (((hours % 24) - 13) / 3.5) ** 2)
    const value = fault(hours) * level * Math.exp(drift) * (1 + 0.05 * normal(random))
    // 1970-01-05 was a Monday
    const place = { row, time: 4 * 86_400_000 + row * MINUTES5, steps: 1 }
    const { sample } = watchSeries(watch, () => detector, value, place, { stepMs: MINUTES5, q: 0.01, cvalue: 5 })!
    run = sample.probability < 0.01 ? run + 1 : 0
    if (run === 5) found.push({ hours })
  }
  return found
}

it.each([
  ['are at half', 0.5, 22 * 24 + 11],
  ['are busy', 1.6, 24 * 24 + 10],
])('finds a fall to half for an hour on a weekday of the fourth week, where weekends %s', (_, weekend, at) => {
  const work = (day: number): number => (day % 7 < 5 ? 1 : weekend)
  const isFault = (hours: number): boolean => hours >= at && hours < at + 1
  const found = foundInWeeks(4, work, (hours) => (isFault(hours) ? 0.5 : 1)).filter(({ hours }) => hours > 14 * 24)
  expect(found.map(({ hours }) => isFault(hours))).toEqual([true])
})

it.each([
  ['is closed on Sundays', (day: number) => (day % 7 < 6 ? 1 : 0.1)],
  ['has more to do at weekends', (day: number) => (day % 7 < 5 ? 0.6 : 1.4)],
  ['begins on a Saturday', (day: number) => ((day + 5) % 7 < 5 ? 1 : 0.3)],
])('finds nothing from the third week on in a series that %s', (_, work) => {
  expect(foundInWeeks(6, work).filter(({ hours }) => hours > 14 * 24)).toEqual([])
})

it.each([
  [1, 1, true],
  [2, 1, false],
  [2, 2, true],
])('with a cvalue of %d and %d minutes far below all others raises an alarm: %s', (cvalue, rows, isAlarm) => {
  const random = createRandom(5)
  const detector = openSeries()
  const watch = emptyWatch('gauge')
  const at = 8 * 1440
  let isFound = false
  for (let row = 0; row < at + 60; row++) {
    const value = (row >= at && row < at + rows ? 400 : 2000) + 80 * normal(random)
    const place = { row, time: row * 60_000, steps: 1 }
    const { sample } = watchSeries(watch, () => detector, value, place, { stepMs: 60_000, q: 0.01, cvalue })!
    isFound ||= row >= at - 60 && sample.probability < 0.01
  }
  expect(isFound).toBe(isAlarm)
})

it.each([
  [
    'a busy one',
    (random: Parameters<typeof normal>[0], hours: number) =>
      40 + 20 * Math.sin((Math.PI * hours) / 12) + 4 * normal(random),
    95,
  ],
  ['one that is 0 most of the time', (random: () => number) => (random() < 0.9 ? 0 : Math.floor(10 * random())), 50],
  ['one that never changes', () => 1, 0],
])('finds a fault of half an hour in a series once, with a value each minute: %s', (_, valueAt, fault) => {
  const random = createRandom(41)
  const detector = openSeries()
  const watch = emptyWatch('gauge')
  const at = 9 * 1440 + 240
  const flagged: number[] = []
  for (let row = 0; row < at + 720; row++) {
    const value = row >= at && row < at + 30 ? fault : valueAt(random, row / 60)
    const place = { row, time: row * 60_000, steps: 1 }
    const { sample } = watchSeries(watch, () => detector, value, place, { stepMs: 60_000, q: 0.01, cvalue: 5 })!
    if (row >= at + 30 && sample.probability < 0.01) flagged.push(row - at)
  }
  expect(flagged.length).toBeLessThan(5)
})
