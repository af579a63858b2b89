import type { DashboardDay } from '@omen/sdk'
import { WEEK_DAYS } from '../state/span.ts'

/** Milliseconds, of all series together. */
const abnormalTime = ({ abnormalShare, seriesMs }: DashboardDay): number => (abnormalShare ?? 0) * seriesMs

export interface Week {
  readonly days: readonly DashboardDay[]
  /** Of the series time of the whole week; null where there is no data. */
  readonly abnormalShare: number | null
  readonly incidents: number
}

const summed = (days: readonly DashboardDay[]): Week => {
  const seriesMs = days.reduce((sum, one) => sum + one.seriesMs, 0)
  const abnormalMs = days.reduce((sum, one) => sum + abnormalTime(one), 0)
  const incidents = days.reduce((sum, one) => sum + one.incidents, 0)
  return { days, abnormalShare: seriesMs === 0 ? null : abnormalMs / seriesMs, incidents }
}

/** The last seven of fourteen days, and the seven before. */
export const twoWeeks = (days: readonly DashboardDay[]): { now: Week; before: Week } => ({
  now: summed(days.slice(-WEEK_DAYS)),
  before: summed(days.slice(-2 * WEEK_DAYS, -WEEK_DAYS)),
})

export type WeekTrend = 'noData' | 'first' | 'firstNone' | 'none' | 'new' | 'gone' | 'same' | 'up' | 'down'

/** Shares within a tenth of each other are the same. */
const ALIKE = 1.1

export const trendOf = ({ now, before }: { now: Week; before: Week }): WeekTrend => {
  const [is, was] = [now.abnormalShare, before.abnormalShare]
  if (is === null) return 'noData'
  if (was === null) return is === 0 ? 'firstNone' : 'first'
  if (is === 0) return was === 0 ? 'none' : 'gone'
  if (was === 0) return 'new'
  if (is < was * ALIKE && was < is * ALIKE) return 'same'
  return is > was ? 'up' : 'down'
}

/** The fewest days that hold more than half of what was abnormal; empty if that is no point to make. */
export const worstDays = ({ days }: Week): DashboardDay[] => {
  const total = days.reduce((sum, day) => sum + abnormalTime(day), 0)
  const worst: DashboardDay[] = []
  let held = 0
  for (const day of days.toSorted((a, b) => abnormalTime(b) - abnormalTime(a))) {
    if (held > total / 2) break
    worst.push(day)
    held += abnormalTime(day)
  }
  return worst.length > MAX_DAYS ? [] : worst.sort((a, b) => a.start - b.start)
}

const MAX_DAYS = 2
