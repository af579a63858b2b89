import type { DashboardProject, UserValues } from '@omen/sdk'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { nowAtom } from '../../../lib/format/now-atom.ts'
import { useFormat } from '../../../lib/format/use-format.ts'

interface StateLineProps {
  values: UserValues
  projects: readonly DashboardProject[]
  /** Whether these are all projects. */
  isWhole: boolean
  updatedAt: number
}

/** Until when, how fresh, and how much of the time was abnormal, now and a week ago. */
export const StateLine = ({ values, projects, isWhole, updatedAt }: StateLineProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useAtomValue(nowAtom)
  const share = isWhole ? values.summary.abnormalShare : shareOf(projects, 'figures')
  const lastWeek = isWhole ? values.lastWeek.abnormalShare : shareOf(projects, 'lastWeek')
  return (
    <span className="small" data-tabular>
      {[
        `${format.when(values.to)} ${zoneName(values.to, format)}`,
        t('dashboard.updated', { when: format.relative(updatedAt, Math.max(now, updatedAt)) }),
        ...(share === null ? [] : [t('dashboard.share', { share: format.share(share) })]),
        ...(lastWeek === null ? [] : [t('dashboard.shareLastWeek', { share: format.share(lastWeek) })]),
      ].join(' · ')}
    </span>
  )
}

/** Of several projects: each counts by its series, from its first sample on. */
const shareOf = (projects: readonly DashboardProject[], period: 'figures' | 'lastWeek'): number | null => {
  const seriesMs = projects.reduce((sum, one) => sum + one[period].seriesMs, 0)
  const abnormalMs = projects.reduce((sum, one) => sum + one[period].seriesMs * (one[period].abnormalShare ?? 0), 0)
  return seriesMs === 0 ? null : abnormalMs / seriesMs
}

const zoneName = (time: number, { locale, timeZone }: { locale: string; timeZone: string }): string =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
