import { Select } from '@mantine/core'
import type { ListedIncident } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { useChanged } from '../state/use-changed.ts'

interface BulkMergeDialogProps {
  selected: readonly ListedIncident[]
  onDone: () => void
  onClose: () => void
}

/** Merges all that are selected into one of them: the one that began first, unless another is chosen. */
export const BulkMergeDialog = ({ selected, onDone, onClose }: BulkMergeDialogProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const changed = useChanged()
  const navigate = useNavigateAfter()
  const ordered = selected.toSorted((a, b) => a.onset - b.onset)
  const [into, setInto] = useState(ordered[0]?.id ?? '')
  // What was merged before another one could not be is not tried again
  const [merged, setMerged] = useState<readonly string[]>([])
  const merge = async () => {
    try {
      for (const { id } of ordered) {
        if (id === into || merged.includes(id)) continue
        await omen.incidents.merge(id, into)
        setMerged((before) => [...before, id])
      }
    } finally {
      await changed()
    }
    onDone()
    void navigate(incidentPath(into))
  }
  return (
    <ConfirmDialog
      title={t('incidents.bulk.mergeTitle')}
      action={t('incidents.bulk.merge')}
      onConfirm={merge}
      onClose={onClose}
    >
      <p>{t('incidents.bulk.mergeText', { count: selected.length - 1 })}</p>
      <Select
        label={t('incidents.bulk.mergeInto')}
        data={ordered.map(({ id, title, onset }) => ({ value: id, label: `${title} · ${format.moment(onset)}` }))}
        value={into}
        disabled={merged.length > 0}
        onChange={(value) => value !== null && setInto(value)}
        allowDeselect={false}
      />
    </ConfirmDialog>
  )
}
