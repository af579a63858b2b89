import { Select } from '@mantine/core'
import type { ListedIncident } from '@omen/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'

interface BulkMergeDialogProps {
  selected: readonly ListedIncident[]
  onDone: () => void
  onClose: () => void
}

/** Merges all that are selected into one of them: the one that began first, unless another is chosen. */
export const BulkMergeDialog = ({ selected, onDone, onClose }: BulkMergeDialogProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const client = useQueryClient()
  const navigate = useNavigate()
  const ordered = selected.toSorted((a, b) => a.onset - b.onset)
  const [into, setInto] = useState(ordered[0]?.id ?? '')
  const merge = async () => {
    for (const { id } of ordered) if (id !== into) await omen.incidents.merge(id, into)
    onDone()
    await invalidateEverywhere(client, queryKeys.incidents.all)
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
        onChange={(value) => value !== null && setInto(value)}
        allowDeselect={false}
      />
    </ConfirmDialog>
  )
}
