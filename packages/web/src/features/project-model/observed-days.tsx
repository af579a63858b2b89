import type { ObservedCalibration } from '@omen/sdk'
import { IconTargetOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format/use-format.ts'
import { Card } from '../../ui/card/card.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState } from '../../ui/empty-state/empty-state.tsx'

/** How often rows were flagged day by day, beside how often normal ones are to be. */
export const ObservedDays = ({ calibration }: { calibration: readonly ObservedCalibration[] }) => {
  const { t } = useTranslation()
  const format = useFormat()
  const label = t('compare.model.observed')
  const columns: Column<ObservedCalibration>[] = [
    { id: 'day', header: t('compare.model.day'), cell: ({ day }) => format.day(day), sortBy: ({ day }) => day },
    {
      id: 'nominal',
      header: t('projects.model.nominal'),
      align: 'end',
      cell: ({ nominal }) => format.share(nominal),
    },
    {
      id: 'observed',
      header: t('projects.model.observed'),
      align: 'end',
      cell: ({ observed }) => format.share(observed),
      sortBy: ({ observed }) => observed,
    },
    {
      id: 'samples',
      header: t('projects.model.samples'),
      align: 'end',
      cell: ({ samples }) => format.count(samples),
      sortBy: ({ samples }) => samples,
    },
  ]
  return (
    <Card title={label}>
      {calibration.length === 0 ? (
        <EmptyState icon={<IconTargetOff size={24} />} text={t('compare.model.observedNone')} />
      ) : (
        <DataTable
          label={label}
          columns={columns}
          rows={calibration}
          rowKey={({ day }) => String(day)}
          initialSort={{ id: 'day', desc: true }}
          maxHeight="320px"
        />
      )}
    </Card>
  )
}
