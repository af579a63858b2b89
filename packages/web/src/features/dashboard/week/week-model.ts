import type { DashboardDay } from '@omen/sdk'
import { weekDays } from '../state/span.ts'

export interface Week {
  readonly days: readonly DashboardDay[]
  /** Of the series time of the whole week. */
  readonly abnormalShare: number
  readonly incidents: number
}

const summed = (days: readonly DashboardDay[]): Week => {
  const length = days.reduce((sum, { start, end }) => sum + end - start, 0)
  const abnormal = days.reduce((sum, { start, end, abnormalShare }) => sum + (end - start) * abnormalShare, 0)
  const incidents = days.reduce((sum, one) => sum + one.incidents, 0)
  return { days, abnormalShare: length === 0 ? 0 : abnormal / length, incidents }
}

/** The last seven of fourteen days, and the seven before. */
export const twoWeeks = (days: readonly DashboardDay[]): { now: Week; before: Week } => ({
  now: summed(days.slice(-weekDays)),
  before: summed(days.slice(-2 * weekDays, -weekDays)),
})

export type WeekTrend = 'none' | 'new' | 'gone' | 'same' | 'up' | 'down'

/** Shares within a tenth of each other are the same. */
const alike = 1.1

export const trendOf = ({ now, before }: { now: Week; before: Week }): WeekTrend => {
  const [is, was] = [now.abnormalShare, before.abnormalShare]
  if (is === 0) return was === 0 ? 'none' : 'gone'
  if (was === 0) return 'new'
  if (is < was * alike && was < is * alike) return 'same'
  return is > was ? 'up' : 'down'
}

/** The fewest days that hold more than half of what was abnormal; empty if that is no point to make. */
export const mostOn = ({ days }: Week): DashboardDay[] => {
  const amount = ({ start, end, abnormalShare }: DashboardDay) => (end - start) * abnormalShare
  const total = days.reduce((sum, day) => sum + amount(day), 0)
  const worst: DashboardDay[] = []
  let held = 0
  for (const day of days.toSorted((a, b) => amount(b) - amount(a))) {
    if (held > total / 2) break
    worst.push(day)
    held += amount(day)
  }
  return worst.length > mostDays ? [] : worst.sort((a, b) => a.start - b.start)
}

const mostDays = 2
