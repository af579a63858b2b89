/**
 * What an alarm brought, as plain data: from which row on, how many flagged rows since, and how far off what was expected they lay together, below 0
 * under it. `lastRow` is that of the last of them; states from before it was kept have none.
 */
export type FormerFault = { armedAt: number; lastRow?: number; rows: number; offsets: number }

const HALF_DAY = 43_200_000
const DAY = 2 * HALF_DAY
/**
 * Faults are awaited again for this long, and how far rows lay that were no fault is forgotten over it: jobs of every
 * night come again in that time. Fitted on the sample shop: 27 of 27 relapses of five minutes are found.
 */
export const REMEMBERED: number = 6 * HALF_DAY
/** Nearer than a quarter of a day to the time at which a fault was, what comes again may be a job of every night that was flagged in part. */
const SAME_TIME = 21_600_000
/** A longer fault may be such a job as well. */
const SHORT_FAULT = 10_800_000
/**
 * The least share of an alarm's strength, and of the former fault's distance, that a second fault has to reach. Fitted on the sample
 * shop: 27 of 27 relapses of five minutes are found.
 */
export const MIN_ALARM = 0.35
const MIN_DISTANCE = 0.7
/**
 * After half a day a second fault has to reach these shares, as a usual job could be mistaken for it. Fitted on the sample shop and simulated
 * series: three quiet weeks of the shop stay as they were.
 */
const LATER_ALARM = 0.5
const LATER_DISTANCE = 0.8
/**
 * How many times farther off it has to be than rows without a fault. Fitted on the sample shop: 27 of 27 relapses of five
 * minutes are found.
 */
const BEYOND_USUAL = 1.2

/**
 * The faults with one more flagged row of the alarm at `armedAt`. One of `cvalue` rows takes the place of the one before it; a shorter one is no fault
 * yet, and gives way to the next alarm.
 */
export function addFaultRow(
  faults: readonly FormerFault[],
  { armedAt, row, offset }: { armedAt: number; row: number; offset: number },
  cvalue: number,
): readonly FormerFault[] {
  const known = faults.find((fault) => fault.armedAt === armedAt) ?? { armedAt, rows: 0, offsets: 0 }
  const fault = { armedAt, lastRow: row, rows: known.rows + 1, offsets: known.offsets + offset }
  if (fault.rows >= cvalue) return [fault]
  return [...faults.filter(({ rows }) => rows >= cvalue), fault]
}

/**
 * Whether a row goes the way of a fault of the last half day again, or of the last three days at another time of the day: about as far off,
 * farther than rows that were no fault (`usual`), and not as usual to the streaming engine either. That has come to know the first fault, so that it gives no alarm for a second one. The time is counted from an alarm of its
 * own: what comes again and again, or every night, is usual after it.
 */
export function isRelapse(
  faults: readonly FormerFault[],
  { row, val, offset, usual }: { row: number; val: number; offset: number; usual: number },
  { stepMs, cvalue }: { stepMs: number; cvalue: number },
): boolean {
  if (faults.length === 0 || Math.abs(val) < MIN_ALARM || Math.abs(offset) < BEYOND_USUAL * usual) return false
  const former = faults.find(({ rows }) => rows >= cvalue)
  if (former === undefined || !isAwaited(former, row, stepMs)) return false
  const distance = offset / (former.offsets / former.rows)
  const isSoon = (row - former.armedAt) * stepMs <= HALF_DAY
  return isSoon ? distance >= MIN_DISTANCE : distance >= LATER_DISTANCE && Math.abs(val) >= LATER_ALARM
}

/** For half a day; a short one for three days, at other times of the day. */
function isAwaited({ armedAt, lastRow = armedAt, rows }: FormerFault, row: number, stepMs: number): boolean {
  const age = (row - armedAt) * stepMs
  if (age <= HALF_DAY) return true
  const lasted = Math.max(lastRow - armedAt, rows) * stepMs
  const ofDay = age % DAY
  return age <= REMEMBERED && lasted <= SHORT_FAULT && ofDay > lasted + SAME_TIME && ofDay < DAY - SAME_TIME
}
