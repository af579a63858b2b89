/** What an alarm brought, as plain data: from which row on, how many flagged rows since, and how far off what was expected they lay together, below 0 under it. */
export type FormerFault = { armedAt: number; rows: number; offsets: number }

const HALF_DAY = 43_200_000
/** So long faults are awaited again, and after it rows that were no fault count for less: jobs of every night come again in it. */
export const REMEMBERED: number = 6 * HALF_DAY
/** What comes again so near to the same time of a day may be a job of every night. */
const SAME_TIME = 10_800_000
/** Of the strength of an alarm, and of the former fault's distance: what a second one has at least. */
export const LEAST_ALARM = 0.35
const LEAST_DISTANCE = 0.7
/** By so many times it is farther off than rows that were no fault. */
const BEYOND_USUAL = 1.2

/**
 * The faults with one more flagged row of the alarm at `armedAt`. One of `cvalue` rows takes the place of the one before it; a shorter one is no fault
 * yet, and gives way to the next alarm.
 */
export function addFaultRow(
  faults: readonly FormerFault[],
  { armedAt, offset }: { armedAt: number; offset: number },
  cvalue: number,
): readonly FormerFault[] {
  const known = faults.find((fault) => fault.armedAt === armedAt) ?? { armedAt, rows: 0, offsets: 0 }
  const fault = { armedAt, rows: known.rows + 1, offsets: known.offsets + offset }
  if (fault.rows >= cvalue) return [fault]
  return [...faults.filter(({ rows }) => rows >= cvalue), fault]
}

/**
 * Whether a row goes the way of a fault of the last half day again, or of the last three days at another time of the day: about as far off, farther than rows that were no fault (`usual`), and not as usual to the
 * streaming engine either. That has come to know the first fault, so that it gives no alarm for a second one. The time is counted from an alarm of its
 * own: what comes again and again, or every night, is usual after it.
 */
export function isRelapse(
  faults: readonly FormerFault[],
  { row, val, offset, usual }: { row: number; val: number; offset: number; usual: number },
  { stepMs, cvalue }: { stepMs: number; cvalue: number },
): boolean {
  if (faults.length === 0 || Math.abs(val) < LEAST_ALARM || Math.abs(offset) < BEYOND_USUAL * usual) return false
  const former = faults.find(({ rows }) => rows >= cvalue)
  if (former === undefined || !isAwaited((row - former.armedAt) * stepMs)) return false
  return offset / (former.offsets / former.rows) >= LEAST_DISTANCE
}

/** For half a day, and for three at another time of the day than that of the former fault. */
function isAwaited(age: number): boolean {
  if (age <= HALF_DAY) return true
  const ofDay = age % (2 * HALF_DAY)
  return age <= REMEMBERED && Math.min(ofDay, 2 * HALF_DAY - ofDay) > SAME_TIME
}

/** How far off a fault of the last days lay that is no longer awaited again (see `isRelapse`): it is usual by then. 0 without one. */
export function oldFaultDistance(
  faults: readonly FormerFault[],
  row: number,
  { stepMs, cvalue }: { stepMs: number; cvalue: number },
): number {
  const former = faults.find(({ rows }) => rows >= cvalue)
  const age = former === undefined ? 0 : (row - former.armedAt) * stepMs
  return age > HALF_DAY && age <= REMEMBERED ? Math.abs(former!.offsets / former!.rows) : 0
}
