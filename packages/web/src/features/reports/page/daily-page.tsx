import { ActionIcon, Button, TextInput } from '@mantine/core'
import { formatTime } from '@omen/charts'
import type { DailySummary } from '@omen/sdk'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import { dayIn } from '../../../lib/time/zoned-input.ts'
import { Loaded } from '../../../ui/panel/loaded.tsx'
import { BarsCard } from '../cards/bars-card.tsx'
import { Figures } from '../cards/figures.tsx'
import { FoundCard } from '../cards/found-card.tsx'
import { IncidentsCard } from '../cards/incidents-card.tsx'
import { StatisticsCard } from '../cards/statistics-card.tsx'
import { WhereCard } from '../cards/where-card.tsx'
import { aboutText } from '../head/about-text.ts'
import { ProjectSelect } from '../head/project-select.tsx'
import { ReportHead } from '../head/report-head.tsx'
import { useSubject } from '../head/use-subject.ts'
import { placeChanges, type Slot } from '../state/bar-model.ts'
import { dayAtom } from '../state/report-atoms.ts'
import { dailyQuery } from '../state/report-query.ts'
import { Nothing } from './nothing.tsx'
import styles from './report.module.css'
import { ReportFailed } from './report-failed.tsx'
import { ReportSkeleton } from './report-skeleton.tsx'

/** What the last day and the last thirty days brought. */
export const DailyPage = () => {
  const report = useQuery(dailyQuery(useSubject(), useAtomValue(dayAtom)))
  return (
    <Loaded
      query={report}
      skeleton={<ReportSkeleton />}
      failed={(error, onRetry) => <ReportFailed kind="daily" error={error} onRetry={onRetry} />}
    >
      {(data) => <Content report={data} />}
    </Loaded>
  )
}

const Content = ({ report }: { report: DailySummary }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const day = useAtomValue(dayAtom)
  const { scope, trend, days } = report
  const namesProject = scope.kind === 'projects'
  const slots = days.map((one): Slot => {
    const name = formatTime(one.start, 'weekday', format.locale, report.timeZone)
    return {
      ...one,
      id: one.day,
      label: String(Number(one.day.slice(8))),
      name,
      meanDurationMs: null,
      meanSeverity: null,
    }
  })
  const incidents = days.reduce((sum, one) => sum + one.incidents, 0)
  const abnormal = days.reduce((sum, one) => sum + one.abnormalMs, 0)
  return (
    <>
      <ReportHead
        kind="daily"
        headline={report.headline}
        about={aboutText(report, t, [
          day === null ? t('reports.last24h') : formatTime(report.from, 'date', format.locale, report.timeZone),
        ])}
        pickers={<DailyPickers report={report} />}
        shown={day === null ? {} : { day }}
      />
      {trend === 'noData' && abnormal === 0 ? (
        <Nothing projects={scope.kind === 'detection' ? 1 : scope.projects} />
      ) : (
        <>
          <Figures
            figures={report.figures}
            before={report.before}
            trend={trend}
            unit={day === null ? 'last24h' : 'day'}
          />
          <div className={styles.columns}>
            <BarsCard
              title={t('reports.days.title')}
              slots={slots}
              before={[]}
              changes={placeChanges(report.events, days, namesProject)}
              offered={['abnormal', 'incidents']}
              point={
                abnormal === 0
                  ? t('reports.days.pointNone')
                  : t('reports.days.point', {
                      incidents: t('reports.days.incidents', { count: incidents }),
                      duration: format.hours(abnormal),
                    })
              }
            />
            <WhereCard byInstance={report.byInstance} byMetric={report.byMetric} />
          </div>
          <div className={`${styles.columns} ${styles.stacked}`}>
            <IncidentsCard incidents={report.incidents} total={report.incidentsTotal} namesProject={namesProject} />
            <FoundCard periods={report.periods} total={report.periodsTotal} />
          </div>
          <StatisticsCard statistics={report.statistics} total={report.statisticsTotal} namesProject={namesProject} />
        </>
      )}
    </>
  )
}

/** A day of the calendar, or the last 24 hours. */
const DailyPickers = ({ report }: { report: DailySummary }) => {
  const { t } = useTranslation()
  const [day, setDay] = useAtom(dayAtom)
  const today = dayIn(report.timeZone, Date.now())
  return (
    <>
      <ProjectSelect />
      <Button variant="default" aria-pressed={day === null} onClick={() => setDay(null)}>
        {t('reports.last24h')}
      </Button>
      <span className="row" style={{ gap: 4 }}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('reports.earlier.day')}
          onClick={() => setDay(moved(report.day, -1))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <TextInput
          className={styles.day ?? ''}
          type="date"
          aria-label={t('reports.periods.day')}
          value={day ?? report.day}
          onChange={(event) => setDay(event.currentTarget.value || null)}
          max={today}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('reports.later.day')}
          disabled={report.day >= today}
          onClick={() => setDay(moved(report.day, 1))}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </span>
    </>
  )
}

const moved = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
