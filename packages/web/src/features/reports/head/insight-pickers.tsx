import { ActionIcon, SegmentedControl } from '@mantine/core'
import type { InsightReport, ReportPeriod } from '@omen/sdk'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import styles from '../page/report.module.css'
import { atAtom, periodAtom, periodNames } from '../state/report-atoms.ts'
import { ProjectSelect } from './project-select.tsx'
import { spanText } from './span-text.ts'

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
        data={periodNames.map((name) => ({ value: name, label: t(`reports.periods.${name}`) }))}
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
