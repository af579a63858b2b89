import { UnstyledButton } from '@mantine/core'
import type { Detection, Period } from '@omen/sdk'
import { useAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { severityRank } from '../../../ui/severity/severity-name.ts'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import { TimeText } from '../../../ui/time-text/time-text.tsx'
import { periodIdAtom } from '../state/detection-atoms.ts'
import { VerdictButtons } from '../verdict/verdict-buttons.tsx'
import styles from './side-panel.module.css'

/** Every period; the selected row and the selected bar are the same thing. */
export const PeriodTable = ({ detection, period }: { detection: Detection; period: Period | null }) => {
  const { t } = useTranslation()
  const [, setPeriodId] = useAtom(periodIdAtom)
  const columns = usePeriodColumns(detection)
  return (
    <DataTable
      label={t('analysis.periods.label')}
      columns={columns}
      rows={detection.periods}
      rowKey={(row) => row.id}
      rowHeight={54}
      initialSort={{ id: 'val', desc: true }}
      selectedKey={period?.id ?? null}
      onRowClick={(row) => setPeriodId(row.id === period?.id ? '' : row.id)}
      maxHeight="min(52vh, 640px)"
    />
  )
}

const usePeriodColumns = (detection: Detection): Column<Period>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const [periodId, setPeriodId] = useAtom(periodIdAtom)
  return useMemo(
    () => [
      {
        id: 'val',
        header: t('analysis.periods.val'),
        cell: (row) => <SeverityMark val={row.val} isMissingValue={row.isMissingValue} words={words} />,
        sortBy: (row) => severityRank(row.val),
      },
      {
        id: 'start',
        header: t('analysis.periods.start'),
        cell: (row) => (
          <span data-tabular style={{ whiteSpace: 'nowrap' }}>
            <TimeText time={row.start} absolute />
          </span>
        ),
        sortBy: (row) => row.start,
      },
      {
        id: 'duration',
        header: t('analysis.periods.duration'),
        align: 'end',
        cell: (row) => <span style={{ whiteSpace: 'nowrap' }}>{format.duration(row.end - row.start)}</span>,
        sortBy: (row) => row.end - row.start,
      },
      {
        id: 'sentence',
        header: t('analysis.periods.sentence'),
        cell: (row) => (
          <UnstyledButton
            className={styles.sentence ?? ''}
            fz="inherit"
            lh="inherit"
            aria-pressed={row.id === periodId}
            aria-label={t('analysis.periods.open', { number: row.number, sentence: row.sentence })}
            onClick={() => setPeriodId(row.id === periodId ? '' : row.id)}
            title={row.sentence}
          >
            <b>{row.number}</b> {row.sentence}
          </UnstyledButton>
        ),
        sortBy: (row) => row.series[0]?.seriesId ?? null,
      },
      {
        id: 'verdict',
        header: t('analysis.periods.verdict'),
        isHeaderHidden: true,
        width: '64px',
        cell: (row) => <VerdictButtons detection={detection} period={row} isSmall />,
      },
    ],
    [t, format, words, detection, periodId, setPeriodId],
  )
}
