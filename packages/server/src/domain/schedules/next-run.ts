import { Cron } from 'croner'

/**
 * The first due time after a moment, both in epoch ms, as a clock on a wall in that zone shows it. A time that the change to
 * summer time skips is due when the clock has changed; one that occurs twice in autumn is due the first time, while an
 * hourly schedule is due both times.
 */
export function nextRun(cron: string, timeZone: string, after: number): number {
  const next = new Cron(cron, { timezone: timeZone, mode: '5-part' }).nextRun(new Date(after))
  if (!next) throw new RangeError(`${cron} is never due`)
  return next.getTime()
}
