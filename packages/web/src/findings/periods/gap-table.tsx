import type { Detection, Gap } from '@omen/sdk'
import { IconCircleCheck } from '@tabler/icons-react'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'
import { TimeText } from '../../ui/time-text/time-text.tsx'
import { zoomAtom } from '../state/range-atoms.ts'
import { around } from '../state/zoom-history.ts'

/** Gaps in the data with one of three reasons. A row zooms to its gap. */
export const GapTable = ({ detection }: { detection: Detection }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const zoom = useSetAtom(zoomAtom)
  if (detection.gaps.length === 0)
    return <EmptyState icon={<IconCircleCheck size={24} />} text={t('analysis.gaps.none')} />
  const full = { from: detection.from, to: detection.to }
  const columns: Column<Gap>[] = [
    {
      id: 'start',
      header: t('analysis.periods.start'),
      cell: (gap) => <TimeText time={gap.start} absolute />,
      sortBy: (gap) => gap.start,
    },
    {
      id: 'duration',
      header: t('analysis.periods.duration'),
      align: 'end',
      cell: (gap) => format.duration(gap.end - gap.start),
      sortBy: (gap) => gap.end - gap.start,
    },
    {
      id: 'sentence',
      header: t('analysis.periods.sentence'),
      cell: (gap) => <span className="break">{gap.sentence}</span>,
      sortBy: (gap) => gap.kind,
    },
  ]
  return (
    <DataTable
      label={t('analysis.gaps.label')}
      columns={columns}
      rows={detection.gaps}
      rowKey={(gap) => `${gap.start} ${gap.kind} ${gap.seriesIds.join()}`}
      rowHeight={44}
      onRowClick={(gap) => zoom(full, around(gap, full), 'key')}
      maxHeight="min(52vh, 640px)"
    />
  )
}
