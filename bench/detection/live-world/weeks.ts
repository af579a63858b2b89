import { normal, type Random } from '../../../packages/engine/src/stats/random.ts'

/** A series with working hours in which nothing goes wrong: how much there is to do on each day, 0 for the first Monday; `from` is the day it begins on. */
export type WeeklyKind = { what: string; from?: number; work(day: number): number }

const isWeekday = (day: number): boolean => day % 7 < 5

/** Weeks as systems have them. */
export const weeklyKinds: readonly WeeklyKind[] = [
  { what: 'weekends at half', work: (day) => (isWeekday(day) ? 1 : 0.5) },
  { what: 'weekends at a fifth', work: (day) => (isWeekday(day) ? 1 : 0.2) },
  { what: 'nothing to do at weekends', work: (day) => (isWeekday(day) ? 1 : 0) },
  { what: 'closed on Sundays', work: (day) => (day % 7 < 6 ? 1 : 0.1) },
  { what: 'busy weekends', work: (day) => (isWeekday(day) ? 0.6 : 1.4) },
  { what: 'beginning on a Saturday', from: 5, work: (day) => (isWeekday(day) ? 1 : 0.3) },
  { what: 'shifts that rotate every nine days', work: (day) => (day % 9 < 6 ? 1 : 0.3) },
  { what: 'every day alike', work: () => 1 },
]

/** The values of such a series, `hours` after the first Monday; multiplied by `fault`. */
export function openWeeks({ work }: WeeklyKind, random: Random): (hours: number, fault?: number) => number {
  let drift = 0
  return (hours, fault = 1) => {
    drift = 0.98 * drift + 0.01 * normal(random)
    const rush = Math.exp(-0.5 * (((hours % 24) - 13) / 3.5) ** 2)
    return fault * (30 + 70 * work(Math.floor(hours / 24)) * rush) * Math.exp(drift) * (1 + 0.05 * normal(random))
  }
}
