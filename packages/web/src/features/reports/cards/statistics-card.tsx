import { Button } from '@mantine/core'
import { formatValue } from '@omen/charts'
import type { ReportStatistic } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../../../findings/export/save-file.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { Card } from '../../../ui/card/card.tsx'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import styles from '../page/report.module.css'

interface StatisticsCardProps {
  statistics: readonly ReportStatistic[]
  total: number
  namesProject: boolean
}

const FIRST = 12

/** Instance by metric: how much came, between which values, and how much it took part in what was abnormal. */
export const StatisticsCard = ({ statistics, total, namesProject }: StatisticsCardProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const columns = useColumns(namesProject)
  const shown = isWhole ? statistics : statistics.slice(0, FIRST)
  const tools = (
    <div className={styles.tools}>
      {statistics.length > FIRST && (
        <Button size="xs" variant="default" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {isWhole ? t('reports.statistics.fewer') : t('reports.statistics.all', { count: statistics.length })}
        </Button>
      )}
      {statistics.length > 0 && (
        <Button size="xs" variant="default" onClick={() => saveFile('omen-statistics.csv', toCsv(statistics))}>
          {t('reports.statistics.csv')}
        </Button>
      )}
    </div>
  )
  return (
    <Card title={t('reports.statistics.title')} aside={tools}>
      {statistics.length === 0 ? (
        <p className={styles.note}>{t('reports.statistics.none')}</p>
      ) : (
        <div className={styles.scroll}>
          <DataTable
            label={t('reports.statistics.title')}
            columns={columns}
            rows={shown}
            rowKey={({ projectName, seriesId }) => `${projectName} ${seriesId}`}
            initialSort={{ id: 'relevance', desc: true }}
            {...(isWhole && { maxHeight: '70vh' })}
          />
        </div>
      )}
      <p className={styles.note}>
        {t('reports.statistics.about')}
        {total > statistics.length &&
          ` ${t('reports.statistics.notAll', { number: format.count(statistics.length), total: format.count(total) })}`}
      </p>
    </Card>
  )
}

const useColumns = (namesProject: boolean): Column<ReportStatistic>[] => {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => {
    const value = (id: 'min' | 'max' | 'mean' | 'deviation'): Column<ReportStatistic> => ({
      id,
      header: t(`reports.statistics.${id}`),
      align: 'end',
      isOneLine: true,
      cell: (row) => formatValue(row[id], row.unit ?? '', format.locale),
      sortBy: (row) => row[id],
      isHiddenOnPhone: id !== 'max',
    })
    const name = (id: 'instance' | 'metric', of: (row: ReportStatistic) => string): Column<ReportStatistic> => ({
      id,
      header: t(`reports.statistics.${id}`),
      cell: (row) => <span className="break">{of(row) || '–'}</span>,
      sortBy: of,
    })
    return [
      ...(namesProject
        ? [
            {
              id: 'project',
              header: t('reports.statistics.project'),
              isHiddenOnPhone: true,
              cell: (row: ReportStatistic) => row.projectName,
              sortBy: (row: ReportStatistic) => row.projectName,
            },
          ]
        : []),
      name('instance', ({ instance }) => instance),
      name('metric', ({ metric }) => metric),
      {
        id: 'up',
        header: t('reports.statistics.up'),
        align: 'end',
        isOneLine: true,
        isHiddenOnPhone: true,
        cell: ({ uptime }) => format.share(uptime),
        sortBy: ({ uptime }) => uptime,
      },
      ...(['min', 'max', 'mean', 'deviation'] as const).map(value),
      {
        id: 'relevance',
        header: t('reports.statistics.relevance'),
        align: 'end',
        isOneLine: true,
        cell: ({ relevance }) => <b>{relevance.toFixed(2)}</b>,
        sortBy: ({ relevance }) => relevance,
      },
    ]
  }, [t, format, namesProject])
}

const HEAD = ['project', 'instance', 'metric', 'unit', 'uptime', 'min', 'max', 'mean', 'deviation', 'relevance']

const toCsv = (statistics: readonly ReportStatistic[]): Blob => {
  const rows = statistics.map((one) =>
    csvRow([
      ...[one.projectName, one.instance, one.metric, one.unit ?? ''],
      ...[one.uptime, one.min, one.max, one.mean, one.deviation, one.relevance].map((value) => value ?? ''),
    ]),
  )
  return new Blob([`${[csvRow(HEAD), ...rows].join('\r\n')}\r\n`], { type: 'text/csv' })
}
