import { type LocalClock, localClock } from '../../series/local-clock.ts'

/** Times of the day at which a series has no values: slots of a length in milliseconds, numbered from midnight as the clock shows it. */
export type QuietTimes = { slotMs: number; slots: readonly number[] }

const DAY = 86_400_000
const QUARTER_HOUR = 900_000
/** Days that say what recurs. */
const FEWEST_DAYS = 3
/** On no more than this part of the days a slot has a value that counts as quiet. */
const MAX_PRESENT = 0.2

/**
 * The times of the day at which a series hardly ever has a value, in slots of a quarter of an hour or a sampling interval. Undefined where there are none, or fewer than three days. `times` are
 * those of its rows, as the clock shows them, NaN for no value.
 */
export function findQuietTimes(times: Float64Array, values: Float64Array, stepMs: number): QuietTimes | undefined {
  const slotMs = Math.max(QUARTER_HOUR, stepMs)
  const perDay = Math.floor(DAY / slotMs)
  const firstDay = Math.floor(times[0]! / DAY)
  const days = Math.floor(times.at(-1)! / DAY) + 1 - firstDay
  if (days < FEWEST_DAYS || perDay < 4) return undefined
  const seen = new Uint8Array(days * perDay)
  for (let row = 0; row < times.length; row++)
    if (!Number.isNaN(values[row]!))
      seen[slotAt(times[row]!, slotMs, perDay) + (Math.floor(times[row]! / DAY) - firstDay) * perDay] = 1
  const counts = Array.from({ length: perDay }, (_, slot) => {
    let count = 0
    for (let day = 0; day < days; day++) count += seen[day * perDay + slot]!
    return count
  })
  const most = Math.max(...counts)
  if (most < FEWEST_DAYS) return undefined
  const slots = counts.flatMap((count, slot) => (count <= MAX_PRESENT * most ? [slot] : []))
  return slots.length === 0 ? undefined : { slotMs, slots }
}

/** Whether some columns are all quiet at a time, epoch ms. */
export function createQuietClock(
  quiet: readonly (QuietTimes | undefined)[],
  timeZone: string | undefined,
): (time: number) => boolean {
  if (quiet.length === 0 || quiet.some((one) => one === undefined)) return () => false
  const localOf: LocalClock = localClock(timeZone)
  const sets = quiet.map((one) => ({ slotMs: one!.slotMs, slots: new Set(one!.slots) }))
  return (time) => {
    const local = localOf(time)
    return sets.every(({ slotMs, slots }) => slots.has(slotAt(local, slotMs, Math.floor(DAY / slotMs))))
  }
}

function slotAt(local: number, slotMs: number, perDay: number): number {
  return Math.min(perDay - 1, Math.floor((((local % DAY) + DAY) % DAY) / slotMs))
}
