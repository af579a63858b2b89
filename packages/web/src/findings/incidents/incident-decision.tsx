import { Button } from '@mantine/core'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../lib/api/other-tabs.ts'
import { showMessageAtom } from '../../ui/messages/messages-atom.ts'

interface IncidentDecisionProps {
  incident: { readonly id: string; readonly title: string }
  isAcknowledged: boolean
  className: string | undefined
  /** Of the queries that show incidents. */
  changedKeys: readonly QueryKey[]
}

/** Says that somebody looks after an incident that lasts, or takes that back. */
export const IncidentDecision = ({
  incident: { id, title },
  isAcknowledged,
  className,
  changedKeys,
}: IncidentDecisionProps) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const decide = useMutation({
    mutationFn: () => (isAcknowledged ? omen.alerts.reopen(id) : omen.alerts.acknowledge(id)),
    onSuccess: () => Promise.all(changedKeys.map((key) => invalidateEverywhere(queryClient, key))),
    onError: () => showMessage(t('analysis.incidents.notDecided'), 'failed'),
  })
  return (
    <span className={className}>
      {isAcknowledged && t('analysis.incidents.acknowledged')}
      <Button
        size="compact-xs"
        variant="subtle"
        loading={decide.isPending}
        aria-label={t(isAcknowledged ? 'analysis.incidents.reopenOne' : 'analysis.incidents.acknowledgeOne', { title })}
        onClick={() => decide.mutate()}
      >
        {t(isAcknowledged ? 'analysis.incidents.reopen' : 'analysis.incidents.acknowledge')}
      </Button>
    </span>
  )
}
