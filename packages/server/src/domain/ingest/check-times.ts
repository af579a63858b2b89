import type { IngestReject } from '../../ports/decoded-batch.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** As far ahead of the server's clock as Prometheus lets a sample be. */
const AHEAD_MS = 10 * MINUTE_MS

export interface TimeLimits {
  readonly from: number
  readonly to: number
}

/** Samples from the retention up to ten minutes ahead are stored. */
export function timeLimits(now: number, retentionDays: number): TimeLimits {
  return { from: now - retentionDays * DAY_MS, to: now + AHEAD_MS }
}

export interface TimeCheck {
  /** Whether each point is within the limits. */
  readonly isWithin: Uint8Array
  readonly rejects: IngestReject[]
}

/** Which points are within the limits; undefined if all of them are. */
export function checkTimes(times: Float64Array, limits: TimeLimits, now: number): TimeCheck | undefined {
  let future = 0
  let old = 0
  let farthest = limits.to
  let oldest = limits.from
  for (let row = 0; row < times.length; row++) {
    const time = times[row]!
    if (time > limits.to) {
      future++
      farthest = Math.max(farthest, time)
    } else if (!(time >= limits.from)) {
      old++
      oldest = Math.min(oldest, time)
    }
  }
  if (future + old === 0) return undefined
  const isWithin = Uint8Array.from(times, (time) => Number(time >= limits.from && time <= limits.to))
  const rejects: IngestReject[] = []
  if (future > 0)
    rejects.push({
      reason: 'future',
      count: future,
      message: `Times are up to ${describeMs(farthest - now)} ahead of the server's clock (${new Date(now).toISOString()}), and ten minutes are accepted: check the clock of the sender.${unitHint(farthest, limits)}`,
    })
  if (old > 0)
    rejects.push({
      reason: 'tooOld',
      count: old,
      message: `Times reach back to ${isoOf(oldest)}, before the retention of the project, which begins ${isoOf(limits.from)}.${unitHint(oldest, limits)}`,
    })
  return { isWithin, rejects }
}

/** Between seconds, milliseconds, microseconds and nanoseconds, either way. */
const UNIT_FACTORS = [1e3, 1e6, 1e9]

/** For a time that would be within the limits in another unit. */
function unitHint(time: number, { from, to }: TimeLimits): string {
  const isWithin = (other: number): boolean => other >= from && other <= to
  const factor = UNIT_FACTORS.find((by) => isWithin(time * by) || isWithin(time / by))
  return factor === undefined ? '' : ` Their unit seems to be wrong by a factor of ${factor.toLocaleString('en')}.`
}

function describeMs(ms: number): string {
  if (ms < 2 * 60 * MINUTE_MS) return `${Math.ceil(ms / MINUTE_MS)} min`
  return ms < 2 * DAY_MS ? `${Math.round(ms / (60 * MINUTE_MS))} h` : `${Math.round(ms / DAY_MS)} days`
}

/** Also of times beyond the range of a Date. */
function isoOf(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? `${ms} ms` : date.toISOString()
}
