import { formatTime } from '@omen/charts'
import type { InsightReport, ReportBar } from '@omen/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BarsCard } from '../cards/bars-card.tsx'
import { Figures } from '../cards/figures.tsx'
import { ForecastsCard } from '../cards/forecasts-card.tsx'
import { IncidentsCard } from '../cards/incidents-card.tsx'
import { StatisticsCard } from '../cards/statistics-card.tsx'
import { WhereCard } from '../cards/where-card.tsx'
import { aboutText, comparedText } from '../head/about-text.ts'
import { InsightPickers } from '../head/insight-pickers.tsx'
import { ReportHead } from '../head/report-head.tsx'
import { useSubject } from '../head/use-subject.ts'
import { placeChanges, type Slot, weekdaySlots } from '../state/bar-model.ts'
import { atAtom, periodAtom } from '../state/report-atoms.ts'
import { insightQuery } from '../state/report-query.ts'
import { Nothing } from './nothing.tsx'
import styles from './report.module.css'
import { ReportFailed } from './report-failed.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'

/** How a day, a week or a month was against the one before. */
export const InsightPage = () => {
  const subject = useSubject()
  const report = useQuery(insightQuery(subject, useAtomValue(periodAtom), useAtomValue(atAtom)))
  return (
    <Loaded
      query={report}
      skeleton={<ReportSkeleton />}
      failed={(error, onRetry) => <ReportFailed kind="insight" error={error} onRetry={onRetry} />}
    >
      {(data) => <Content report={data} />}
    </Loaded>
  )
}

const Content = ({ report }: { report: InsightReport }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const { period, from, trend, scope } = report
  const namesProject = scope.kind === 'projects'
  return (
    <>
      <ReportHead
        kind="insight"
        headline={report.headline}
        about={aboutText(report, t, comparedText(report, t, format))}
        pickers={<InsightPickers report={report} />}
        shown={{ period, at: from }}
      />
      {trend === 'noData' ? (
        <Nothing projects={scope.kind === 'detection' ? 1 : scope.projects} />
      ) : (
        <>
          <Figures figures={report.figures} before={report.before} trend={trend} unit={period} />
          <div className={styles.columns}>
            <TimeCard report={report} />
            <WhereCard byInstance={report.byInstance} byMetric={report.byMetric} />
          </div>
          <div className={scope.kind === 'detection' ? undefined : `${styles.columns} ${styles.stacked}`}>
            <IncidentsCard incidents={report.incidents} total={report.incidentsTotal} namesProject={namesProject} />
            {scope.kind !== 'detection' && <ForecastsCard forecasts={report.forecasts} namesProject={namesProject} />}
          </div>
          <StatisticsCard statistics={report.statistics} total={report.statisticsTotal} namesProject={namesProject} />
        </>
      )}
    </>
  )
}

const TimeCard = ({ report }: { report: InsightReport }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const { period, timeZone, bars, beforeBars, weekdays, events, scope, trend } = report
  const toSlot = (bar: ReportBar): Slot => {
    const style = period === 'week' ? 'weekdayDay' : 'weekday'
    const day = formatTime(bar.start, style, locale, timeZone)
    const hour = formatTime(bar.start, 'minute', locale, timeZone)
    const label =
      bar.hour !== null
        ? String(bar.hour).padStart(2, '0')
        : period === 'month'
          ? String(Number(bar.day.slice(8)))
          : day
    return {
      ...bar,
      id: String(bar.start),
      label,
      name: bar.hour === null ? formatTime(bar.start, 'weekday', locale, timeZone) : hour,
    }
  }
  // 1 January 2024 was a Monday
  const nameOf = (weekday: number): string =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))
  return (
    <BarsCard
      title={t('reports.bars.title')}
      slots={bars.map(toSlot)}
      before={trend === 'first' ? [] : beforeBars.map(toSlot)}
      changes={placeChanges(events, bars, scope.kind === 'projects')}
      weekdays={period === 'month' ? weekdaySlots(weekdays, nameOf) : undefined}
    />
  )
}
