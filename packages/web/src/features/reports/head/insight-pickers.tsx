import { ActionIcon, SegmentedControl } from '@mantine/core'
import { dateLocale, formatTime } from '@omen/charts'
import type { InsightReport, ReportPeriod } from '@omen/sdk'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import styles from '../page/report.module.css'
import { atAtom, PERIOD_NAMES, periodAtom } from '../state/report-atoms.ts'
import { ProjectSelect } from './project-select.tsx'

/** Project, kind of period, and which one. */
export const InsightPickers = ({ report }: { report: InsightReport }) => {
  const { t } = useTranslation()
  const { locale } = useFormat()
  const [period, setPeriod] = useAtom(periodAtom)
  const setAt = useSetAtom(atAtom)
  const isLast = !report.complete || report.to > Date.now()
  return (
    <>
      <ProjectSelect />
      <SegmentedControl
        aria-label={t('reports.period')}
        data={PERIOD_NAMES.map((name) => ({ value: name, label: t(`reports.periods.${name}`) }))}
        value={period}
        onChange={(value) => setPeriod(value as ReportPeriod)}
      />
      <span className="row" style={{ gap: 4 }}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(`reports.earlier.${report.period}`)}
          onClick={() => setAt(report.beforeFrom)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <span className={styles.when}>{spanText(report, locale)}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(`reports.later.${report.period}`)}
          disabled={isLast}
          onClick={() => setAt(report.to)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </span>
    </>
  )
}

/** "19 – 25 Oct 2026", "Mon 19 Oct 2026", "October 2026". */
const spanText = (
  { period, from, to, timeZone }: Pick<InsightReport, 'period' | 'from' | 'to' | 'timeZone'>,
  locale: string,
): string => {
  const dates = new Intl.DateTimeFormat(dateLocale(locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  })
  if (period === 'week') return dates.formatRange(from, to - 1)
  if (period === 'day')
    return `${formatTime(from, 'weekday', locale, timeZone)} ${formatTime(from, 'year', locale, timeZone)}`
  return new Intl.DateTimeFormat(dateLocale(locale), { month: 'long', year: 'numeric', timeZone }).format(from)
}
