import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format/use-format.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { SeverityMark } from '../../../ui/severity/severity-mark.tsx'
import { severityRank } from '../../../ui/severity/severity-name.ts'
import { useSeverityWords } from '../../../ui/severity/use-severity-words.ts'
import type { TimelineRow } from './timeline-model.ts'

/** The timeline as a table, the first onset first. */
export const TimelineTable = ({ rows }: { rows: readonly TimelineRow[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useSeverityWords()
  const columns: Column<TimelineRow>[] = [
    {
      id: 'onset',
      header: t('incidents.timeline.onset'),
      isOneLine: true,
      cell: ({ at }) => format.dateTime(at),
      sortBy: ({ at }) => at,
    },
    {
      id: 'kind',
      header: t('incidents.timeline.kind'),
      isOneLine: true,
      isHiddenOnPhone: true,
      cell: ({ lane }) => t(`incidents.timeline.lanes.${lane}`),
      sortBy: ({ lane }) => lane,
    },
    {
      id: 'name',
      header: t('incidents.timeline.name'),
      cell: ({ name }) => <span className="break">{name}</span>,
      sortBy: ({ name }) => name,
    },
    {
      id: 'what',
      header: t('incidents.timeline.what'),
      cell: ({ text }) => <span className="break">{text}</span>,
    },
    {
      id: 'end',
      header: t('incidents.timeline.end'),
      isOneLine: true,
      isHiddenOnPhone: true,
      cell: ({ lane, end }) =>
        lane === 'change' ? '–' : end === null ? t('incidents.timeline.stillOn') : format.dateTime(end),
      sortBy: ({ end }) => end,
    },
    {
      id: 'severity',
      header: t('incidents.timeline.severity'),
      isOneLine: true,
      cell: ({ lane, val }) =>
        lane === 'change' ? '–' : <SeverityMark val={val ?? 0} isMissingValue={val === null} words={words} />,
      sortBy: ({ val }) => (val === null ? null : severityRank(val)),
    },
  ]
  return (
    <DataTable
      label={t('incidents.timeline.label')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      maxHeight="420px"
    />
  )
}
