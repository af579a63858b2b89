import { createRandom } from '../../packages/engine/src/stats/random.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost } from './figure.ts'
import { type SingleFault, singleFaults } from './live-world/single-faults.ts'
import { type Found, incidentsIn, watchOne } from './live-world/watch-one.ts'
import { openWeeks, type WeeklyKind, weeklyKinds } from './live-world/weeks.ts'
import { quietKinds } from './stream-world/quiet-kinds.ts'
import { START } from './stream-world/rhythm.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEP = 5 * MINUTE
const AT_DEFAULTS = { pvalue: 0.99, cvalue: 5 }
const SERIES = 10
const FIRST_DAYS = 3
const DAYS = 17
const WEEKS = 6
const KNOWN_WEEKS = 2
const FAULTS = 8
/** A finding that begins later than this after the end of a fault is not its echo. */
const AFTER = 12 * HOUR

/** Live detection of single series: what it finds where nothing happens, and of faults that operators know. */
export function run(): Measurement[] {
  const quiet = quietKinds.map(({ what, localStart, open }, k) => {
    const start = localStart?.start ?? START
    const times = timesOf(start, DAYS * DAY, STEP)
    const columns = Array.from({ length: SERIES }, (_, series) => {
      const valueAt = open(createRandom(200_000 * (k + 1) + series))
      return Float64Array.from(times, (_, row) => valueAt(row))
    })
    const options = { stepMs: STEP, ...AT_DEFAULTS, timeZone: localStart?.timeZone ?? 'UTC' }
    const late = incidentsIn(times, columns, options).filter((one) => one.start >= start + FIRST_DAYS * DAY)
    return atMost(`incidents of ten series, days 4 to 17: ${what}`, 1, late.length)
  })
  return [...quiet, ...weeklyKinds.flatMap(ofWeeks), ...singleFaults.flatMap(ofFault)]
}

/** Ten series for six weeks, and an hour at half on a weekday of the fifth in ten others. */
function ofWeeks(kind: WeeklyKind, k: number): Measurement[] {
  const watch = (series: number, faultFrom = Number.NaN): Found[] => {
    const valueAt = openWeeks(kind, createRandom(300_000 * (k + 1) + series))
    const from = (kind.from ?? 0) * 24
    const times = timesOf(START + from * HOUR, WEEKS * 7 * DAY, STEP)
    const isFault = (hours: number): boolean => hours >= faultFrom && hours < faultFrom + 1
    const values = times.map((time) => {
      const hours = (time - START) / HOUR
      return valueAt(hours, isFault(hours) ? 0.5 : 1)
    })
    return watchOne(times, values, { stepMs: STEP, ...AT_DEFAULTS })
  }
  const places = [...Array(SERIES).keys()]
  const known = START + (kind.from ?? 0) * DAY + KNOWN_WEEKS * 7 * DAY
  const quiet = sum(places.map((series) => watch(series).filter(({ start }) => start >= known).length))
  const faults = places.filter((series) => {
    const from = (28 + (series % 5)) * 24 + ((5 * series) % 12) + 8
    return watch(series + SERIES, from).some(
      ({ start, end }) => start < START + (from + 1) * HOUR && end >= START + from * HOUR,
    )
  })
  return [
    atMost(`findings in ten series, weeks 3 to 6: ${kind.what}`, 1, quiet),
    atLeast(`an hour at half found, weekdays of week 5: ${kind.what}`, 0.9, faults.length / SERIES),
  ]
}

/** A fault after thirteen days, at eight times of the day, with a value each minute. */
function ofFault({ what, minutes, type, open }: SingleFault, k: number): Measurement[] {
  const known = Array.from({ length: FAULTS }, (_, run) => {
    const from = 13 * 1440 + ((180 * run + 60) % 1440)
    const valueAt = open(createRandom(400_000 * (k + 1) + run))
    const times = timesOf(START, (from + minutes) * MINUTE + AFTER, MINUTE)
    const values = times.map((_, minute) => valueAt(minute, minute >= from && minute < from + minutes))
    const found = watchOne(times, values, { stepMs: MINUTE, ...AT_DEFAULTS }, type)
    const [begin, end] = [START + from * MINUTE, START + (from + minutes) * MINUTE]
    return {
      isFound: found.some((one) => one.start <= end && one.end >= begin),
      echoes: found.filter((one) => one.start > end).length,
    }
  })
  return [
    atLeast(`found: ${what}`, 1, known.filter(({ isFound }) => isFound).length / FAULTS),
    atMost(`found again in the half day after eight of them: ${what}`, 0, sum(known.map(({ echoes }) => echoes))),
  ]
}

function timesOf(start: number, length: number, stepMs: number): Float64Array {
  return Float64Array.from({ length: Math.round(length / stepMs) }, (_, row) => start + row * stepMs)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
