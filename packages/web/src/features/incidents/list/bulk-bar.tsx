import { Button } from '@mantine/core'
import type { ListedIncident } from '@omen/sdk'
import { IconArrowMerge, IconCheck, IconEye, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { BulkMergeDialog } from './bulk-merge-dialog.tsx'
import { inSteps } from './in-steps.ts'
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
