import { TZDate, tzOffset } from '@date-fns/tz'
import type { TimeDomain } from '../model/chart-types.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type TickUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'

export interface TickStep {
  unit: TickUnit
  size: number
  ms: number
}

const STEPS: readonly TickStep[] = [
  ...[1, 2, 5, 10, 15, 30].map((size): TickStep => ({ unit: 'second', size, ms: size * SECOND })),
  ...[1, 2, 5, 10, 15, 30].map((size): TickStep => ({ unit: 'minute', size, ms: size * MINUTE })),
  ...[1, 2, 3, 6, 12].map((size): TickStep => ({ unit: 'hour', size, ms: size * HOUR })),
  ...[1, 2, 7, 14].map((size): TickStep => ({ unit: 'day', size, ms: size * DAY })),
  ...[1, 3, 6].map((size): TickStep => ({ unit: 'month', size, ms: size * 30.44 * DAY })),
  ...[1, 2, 5, 10, 50].map((size): TickStep => ({ unit: 'year', size, ms: size * 365.25 * DAY })),
]

/** The finest calendar step that makes no more than `maxTicks` ticks. */
export function chooseStep(spanMs: number, maxTicks: number): TickStep {
  return STEPS.find((step) => spanMs / step.ms <= maxTicks) ?? STEPS.at(-1)!
}

// 1970-01-05 was a Monday: weeks are counted from there, so that a step of seven days falls on Mondays.
const FIRST_MONDAY = 4 * DAY

function firstLocal(local: number, step: TickStep): number {
  const date = new Date(local)
  if (step.unit === 'year') return Date.UTC(Math.floor(date.getUTCFullYear() / step.size) * step.size, 0)
  if (step.unit === 'month')
    return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / step.size) * step.size)
  const origin = step.unit === 'day' ? FIRST_MONDAY : 0
  return Math.floor((local - origin) / step.ms) * step.ms + origin
}

function nextLocal(local: number, step: TickStep): number {
  const date = new Date(local)
  if (step.unit === 'year') return Date.UTC(date.getUTCFullYear() + step.size, 0)
  if (step.unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + step.size)
  return local + step.ms
}

/** Moments at round wall-clock times of the zone inside the domain, at most `maxTicks` (and a calendar's unevenness). */
export function timeTicks(domain: TimeDomain, timeZone: string, maxTicks: number): { step: TickStep; ticks: number[] } {
  const step = chooseStep(domain.to - domain.from, Math.max(1, maxTicks))
  const ticks: number[] = []
  let local = firstLocal(domain.from + zoneOffset(domain.from, timeZone), step)
  for (let guard = 0; guard < 1000; guard++) {
    const t = fromWallClock(local, timeZone)
    if (t > domain.to) break
    // When clocks go forward, two wall-clock times are one moment.
    if (t >= domain.from && t > (ticks.at(-1) ?? Number.NEGATIVE_INFINITY)) ticks.push(t)
    local = nextLocal(local, step)
  }
  return { step, ticks }
}

/** Difference between the zone's wall clock and UTC at a moment, in ms; summer time included. */
export function zoneOffset(t: number, timeZone: string): number {
  return tzOffset(timeZone, new Date(t)) * 60_000
}

/** The moment at which a zone's wall clock shows `local` (ms as if it were UTC); after a skipped hour, the one that follows. */
export function fromWallClock(local: number, timeZone: string): number {
  const shown = new Date(local)
  return new TZDate(
    ...([shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()] as const),
    ...([shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds(), shown.getUTCMilliseconds()] as const),
    timeZone,
  ).getTime()
}
