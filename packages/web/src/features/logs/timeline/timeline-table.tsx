import type { LogAnalysis } from '@omen/sdk'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import type { LogClock } from '../state/log-clock.ts'
import { useTimelineTitle } from './use-timeline-title.ts'

interface Row {
  time: number
  count: number
  marked: number
}

/** The same as the bars, in figures. */
export const TimelineTable = ({ data, clock }: { data: LogAnalysis; clock: LogClock }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const rows = data.times.map((time, i): Row => ({ time, count: data.counts[i] ?? 0, marked: data.newCounts[i] ?? 0 }))
  const columns: Column<Row>[] = [
    {
      ...{ id: 'time', header: t('logs.timeline.from'), isOneLine: true },
      cell: ({ time }) => clock.moment(time),
      sortBy: ({ time }) => time,
    },
    {
      ...{ id: 'count', header: t('logs.column.lines'), align: 'end' as const },
      cell: ({ count }) => format.count(count),
      sortBy: ({ count }) => count,
    },
    {
      ...{ id: 'new', header: t('logs.timeline.new'), align: 'end' as const },
      cell: ({ marked }) => format.count(marked),
      sortBy: ({ marked }) => marked,
    },
  ]
  return (
    <DataTable
      label={useTimelineTitle(data.bucketMs, clock)}
      columns={columns}
      rows={rows}
      rowKey={({ time }) => String(time)}
      maxHeight="320px"
    />
  )
}
