/** What the clocks of a time zone show at a time, as if it were UTC; both in epoch milliseconds. */
export type LocalClock = (time: number) => number

const WEEK = 7 * 86_400_000
/** Weeks whose offsets are kept of a zone. */
const KEPT = 64
/** Times of `Date` end here; offsets beyond are those of the last moment before. */
const FARTHEST = 8_640_000_000_000_000 - WEEK
const MINUTE = 60_000

/** A week, the offset it begins with, and the first moment with the one it ends with. */
type Week = { from: number; change: number; before: number; after: number }

const clocks = new Map<string, LocalClock>()

/**
 * The clock of an IANA time zone, UTC where none is given. `Intl` is asked twice a week of times, and some more in a week of a change, of
 * which only one is found: since 1970 no week has had two. Throws RangeError for an unknown zone.
 */
export function localClock(timeZone = 'UTC'): LocalClock {
  if (timeZone === 'UTC') return showUtc
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = createLocalClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

/** The time at which a clock shows `local`; one of both where it does so twice, one beside it where it never does. */
export function timeOfLocal(clock: LocalClock, local: number): number {
  const near = local - (clock(local) - local)
  return local - (clock(near) - near)
}

function showUtc(time: number): number {
  return time
}

function createLocalClock(timeZone: string): LocalClock {
  const offsetAt = offsetsOf(timeZone)
  const weeks: (Week | undefined)[] = Array.from({ length: KEPT })
  let week: Week = { from: Number.POSITIVE_INFINITY, change: 0, before: 0, after: 0 }
  const weekAt = (time: number): Week => {
    const from = Math.floor(time / WEEK) * WEEK
    const place = (((from / WEEK) % KEPT) + KEPT) % KEPT
    const kept = weeks[place]
    if (kept?.from === from) return kept
    const read = readWeek(offsetAt, from)
    weeks[place] = read
    return read
  }
  return (time) => {
    if (!(time >= week.from && time < week.from + WEEK)) {
      if (Number.isNaN(time)) return time
      const asked = Math.max(-FARTHEST, Math.min(FARTHEST, time))
      week = weekAt(asked)
      if (asked !== time) return time + week.after
    }
    return time + (time < week.change ? week.before : week.after)
  }
}

function readWeek(offsetAt: (time: number) => number, from: number): Week {
  const before = offsetAt(from)
  const after = offsetAt(from + WEEK)
  let low = from
  let high = from + WEEK
  while (before !== after && high - low > MINUTE) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE) * MINUTE
    if (offsetAt(middle) === before) low = middle
    else high = middle
  }
  return { from, change: before === after ? from : high, before, after }
}

/** Local time less UTC in milliseconds, as `Intl` knows it. */
function offsetsOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (time) => {
    const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, ...digits] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
    const [hours = 0, minutes = 0, seconds = 0] = digits.map((text) => Number(text ?? 0))
    return (sign === '-' ? -1 : 1) * ((hours * 60 + minutes) * 60 + seconds) * 1000
  }
}
