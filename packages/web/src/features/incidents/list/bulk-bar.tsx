import { Button, Select } from '@mantine/core'
import type { ListedIncident } from '@omen/sdk'
import { IconArrowMerge, IconCheck, IconEye, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { incidentPath } from '../../../lib/incidents/incident-path.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { useChanged } from '../state/use-changed.ts'
import styles from './incident-list.module.css'

type Selected = ReadonlyMap<string, ListedIncident>

interface BulkBarProps {
  selected: readonly ListedIncident[]
  onSelected: (selected: Selected) => void
}

/** What can be done with all that are selected; what fails stays selected. */
export const BulkBar = ({ selected, onSelected }: BulkBarProps) => {
  const { t } = useTranslation()
  const [isMerging, setMerging] = useState(false)
  const decide = useDecideAll(selected, onSelected)
  const isOneProject = new Set(selected.map(({ owner, projectName }) => `${projectName}@${owner}`)).size === 1
  return (
    <section className={styles.bulk} aria-label={t('incidents.bulk.label')}>
      <span className={styles.bulkCount} role="status">
        {t('incidents.bulk.selected', { count: selected.length })}
      </span>
      <Button
        variant="default"
        leftSection={<IconEye size={16} />}
        loading={decide.isPending}
        onClick={() => decide.mutate('acknowledge')}
      >
        {t('incidents.bulk.acknowledge')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconCheck size={16} />}
        disabled={decide.isPending}
        onClick={() => decide.mutate('resolve')}
      >
        {t('incidents.bulk.resolve')}
      </Button>
      {selected.length > 1 && (
        <Button
          variant="default"
          leftSection={<IconArrowMerge size={16} />}
          disabled={!isOneProject || decide.isPending}
          title={isOneProject ? undefined : t('incidents.bulk.mergeProjects')}
          onClick={() => setMerging(true)}
        >
          {t('incidents.bulk.merge')}
        </Button>
      )}
      <Button variant="subtle" color="gray" leftSection={<IconX size={16} />} onClick={() => onSelected(new Map())}>
        {t('incidents.bulk.clear')}
      </Button>
      {isMerging && (
        <BulkMergeDialog selected={selected} onDone={() => onSelected(new Map())} onClose={() => setMerging(false)} />
      )}
    </section>
  )
}

const useDecideAll = (selected: readonly ListedIncident[], onSelected: (selected: Selected) => void) => {
  const { t } = useTranslation()
  const client = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  return useMutation({
    mutationFn: (action: 'acknowledge' | 'resolve') => inSteps(selected, ({ id }) => omen.incidents[action](id)),
    onSuccess: async (failed) => {
      onSelected(new Map(failed.map((one) => [one.id, one])))
      const facts = { failed: failed.length, all: selected.length }
      if (failed.length > 0) showMessage(t('incidents.bulk.failed', facts), 'failed')
      else showMessage(t('incidents.bulk.done', { count: selected.length }))
      await invalidateEverywhere(client, queryKeys.incidents.all)
      await invalidateEverywhere(client, ['dashboard'])
    },
  })
}

interface BulkMergeDialogProps {
  selected: readonly ListedIncident[]
  onDone: () => void
  onClose: () => void
}

/** Merges all that are selected into one of them: the one that began first, unless another is chosen. */
const BulkMergeDialog = ({ selected, onDone, onClose }: BulkMergeDialogProps) => {
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

/** At most this many requests are in flight at once. */
const AT_ONCE = 4

/** Does something with each of many, a few at a time; returns those it failed for. */
const inSteps = async <T,>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<T[]> => {
  const failed: T[] = []
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const step = items.slice(start, start + AT_ONCE)
    const outcomes = await Promise.allSettled(step.map(act))
    failed.push(...step.filter((_, index) => outcomes[index]?.status === 'rejected'))
  }
  return failed
}
