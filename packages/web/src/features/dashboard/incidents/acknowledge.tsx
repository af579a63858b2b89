import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import type { NumberedIncident } from '../state/numbered.ts'
import styles from './incidents-card.module.css'

/** Says that somebody looks after an incident that lasts, or takes that back. */
export const Acknowledge = ({ incident: { id, state, title } }: { incident: NumberedIncident }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const isOpen = state === 'open'
  const decide = useMutation({
    mutationFn: () => (isOpen ? omen.alerts.acknowledge(id) : omen.alerts.reopen(id)),
    onSuccess: () => invalidateEverywhere(queryClient, ['dashboard']),
    onError: () => showMessage(t('dashboard.incidents.notDecided'), 'failed'),
  })
  return (
    <span className={styles.decision}>
      {!isOpen && t('dashboard.incidents.acknowledged')}
      <Button
        size="compact-xs"
        variant="subtle"
        loading={decide.isPending}
        aria-label={t(isOpen ? 'dashboard.incidents.acknowledgeOne' : 'dashboard.incidents.reopenOne', { title })}
        onClick={() => decide.mutate()}
      >
        {t(isOpen ? 'dashboard.incidents.acknowledge' : 'dashboard.incidents.reopen')}
      </Button>
    </span>
  )
}
