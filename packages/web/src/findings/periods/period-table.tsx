import { UnstyledButton } from '@mantine/core'
import { namedSeries } from '@omen/charts'
import type { Detection, Period } from '@omen/sdk'
import { useAtom, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { SeverityMark } from '../../ui/severity/severity-mark.tsx'
import { severityRank } from '../../ui/severity/severity-name.ts'
import { useSeverityWords } from '../../ui/severity/use-severity-words.ts'
import { TimeText } from '../../ui/time-text/time-text.tsx'
import { periodIdAtom } from '../state/period-atom.ts'
import { VerdictButtons } from '../verdict/verdict-buttons.tsx'
import { contributions, periodDuration } from './period-model.ts'
import styles from './side-panel.module.css'

/** Every period; row and bar selection are the same state. */
export const PeriodTable = ({ detection, period }: { detection: Detection; period: Period | null }) => {
  const { t } = useTranslation()
  const setPeriodId = useSetAtom(periodIdAtom)
  const columns = usePeriodColumns(detection)
  return (
    <DataTable
      label={t('analysis.periods.label')}
      columns={columns}
      rows={detection.periods}
      rowKey={(row) => row.id}
      isFixed
      rowHeight={66}
      detail={(row) => <Sentence period={row} />}
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
  return useMemo(() => {
    const verdict: Column<Period> = {
      id: 'verdict',
      header: t('analysis.periods.verdict'),
      isHeaderHidden: true,
      width: '62px',
      cell: (row) => <VerdictButtons detection={detection} period={row} isSmall />,
    }
    return [
      {
        id: 'val',
        header: t('analysis.periods.val'),
        width: '82px',
        cell: (row) => <SeverityMark val={row.val} isMissingValue={row.isMissingValue} words={words} />,
        sortBy: (row) => severityRank(row.val),
      },
      {
        id: 'start',
        header: t('analysis.periods.start'),
        width: '112px',
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
        width: '88px',
        cell: (row) => (
          <span style={{ whiteSpace: 'nowrap' }}>{format.duration(periodDuration(row, detection.intervalMs))}</span>
        ),
        sortBy: (row) => periodDuration(row, detection.intervalMs),
      },
      {
        id: 'series',
        isHiddenOnPhone: true,
        header: t('analysis.periods.series'),
        cell: (row) => <SeriesNames period={row} detection={detection} />,
        sortBy: (row) => contributions(row, detection)[0]?.label ?? null,
      },
      ...(detection.mine === true ? [verdict] : []),
    ]
  }, [t, format, words, detection])
}

/** Series of the period, the largest share first. */
const SeriesNames = ({ period, detection }: { period: Period; detection: Detection }) => {
  const named = namedSeries(period).length
  const first = contributions(period, detection)[0]
  if (first === undefined) return null
  return (
    <span className={styles.series} title={first.label}>
      <span className="truncate">{first.label}</span>
      {named > 1 && <span className="muted">+{named - 1}</span>}
    </span>
  )
}

const Sentence = ({ period }: { period: Period }) => {
  const { t } = useTranslation()
  const [periodId, setPeriodId] = useAtom(periodIdAtom)
  const isOpen = period.id === periodId
  return (
    <UnstyledButton
      className={styles.sentence ?? ''}
      fz="inherit"
      lh="inherit"
      aria-pressed={isOpen}
      aria-label={t('analysis.periods.open', { number: period.number, sentence: period.sentence })}
      onClick={() => setPeriodId(isOpen ? '' : period.id)}
      title={period.sentence}
    >
      <span className={styles.number}>{period.number}</span> {period.sentence}
    </UnstyledButton>
  )
}
