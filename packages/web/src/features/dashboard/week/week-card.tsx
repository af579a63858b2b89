import { useWidth, WeekBars } from '@omen/charts'
import type { DashboardIncidents } from '@omen/sdk'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Format, useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import { useChartSetup } from '../../../ui/chart-setup/use-chart-setup.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BlockSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { weekdayOf } from '../calendar/calendar-model.ts'
import styles from './week-card.module.css'
import { trendOf, twoWeeks, type Week, worstDays } from './week-model.ts'

export interface CalendarQuery {
  data: DashboardIncidents | undefined
  error: unknown
  isError: boolean
  refetch: () => unknown
}

/** The abnormal time of the last seven days beside that of the seven before. */
export const WeekCard = ({ query }: { query: CalendarQuery }) => {
  const { t } = useTranslation()
  return (
    <Card title={t('dashboard.week.title')}>
      <Loaded query={query} skeleton={<BlockSkeleton height={260} />}>
        {({ days }) => <Weeks {...twoWeeks(days)} />}
      </Loaded>
    </Card>
  )
}

interface DayShares {
  label: string
  now: number | null
  before: number | null
}

/** No bar where there is no data. */
const drawn = ({ label, now, before }: DayShares) => ({ label, now: now ?? 0, before: before ?? 0 })

const Weeks = ({ now, before }: { now: Week; before: Week }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { tokens } = useChartSetup()
  const days = now.days.map(({ day, abnormalShare }, index) => ({
    label: weekdayOf(day, format.locale),
    now: abnormalShare,
    before: before.days[index]?.abnormalShare ?? null,
  }))
  const spoken = days
    .map(({ label, now: is, before: was }) =>
      t('dashboard.week.spoken', { day: label, now: format.share(is), before: format.share(was) }),
    )
    .join(t('general.comma'))
  return (
    <div className={styles.body}>
      <p className={styles.point}>{usePoint({ now, before }, format)}</p>
      <div ref={box} data-part="chart">
        {width > 0 && <WeekBars days={days.map(drawn)} width={width} height={112} label={spoken} tokens={tokens} />}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('dashboard.week.now')}</th>
            <th scope="col">{t('dashboard.week.before')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('dashboard.week.abnormal')}</th>
            <td>{format.share(now.abnormalShare)}</td>
            <td>{format.share(before.abnormalShare)}</td>
          </tr>
          <tr>
            <th scope="row">{t('dashboard.week.incidents')}</th>
            <td>{format.count(now.incidents)}</td>
            <td>{before.abnormalShare === null ? '–' : format.count(before.incidents)}</td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const usePoint = (weeks: { now: Week; before: Week }, format: Format): string => {
  const { t } = useTranslation()
  const trend = trendOf(weeks)
  const worst = worstDays(weeks.now).map(({ day }) => weekdayOf(day, format.locale))
  const given = { now: format.share(weeks.now.abnormalShare), before: format.share(weeks.before.abnormalShare) }
  const isPointed = (trend === 'up' || trend === 'new' || trend === 'first') && worst.length > 0
  return [
    t(`dashboard.week.trend.${trend}`, given),
    ...(isPointed ? [t('dashboard.week.mostOn', { days: worst.join(t('dashboard.week.and')) })] : []),
  ].join(t('general.betweenSentences'))
}
