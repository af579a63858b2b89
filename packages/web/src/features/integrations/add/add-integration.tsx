import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { Command } from '../../../ui/command/command.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { SecretDialog } from '../../../ui/secret-dialog/secret-dialog.tsx'
import { IntegrationForm, type IntegrationValues } from './integration-form.tsx'

/** Asks for an integration; of a webhook it then shows the secret that signs its bodies, once. */
export const AddIntegration = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const add = useMutation({
    mutationFn: ({ provider, account, serviceKey, endpoint, projectNames, isForEscalation }: IntegrationValues) =>
      omen.integrations.add({
        provider,
        account: account.trim(),
        serviceKey: serviceKey.trim(),
        isForEscalation,
        ...(provider === 'pagerduty' && endpoint.trim() !== '' && { endpoint: endpoint.trim() }),
        ...(projectNames.length > 0 && { projectNames }),
      }),
    onSuccess: async ({ integration, signingSecret }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.integrations.all })
      if (signingSecret !== undefined) return
      showMessage(t('integrations.added', { name: integration.account }))
      onClose()
    },
  })
  const secret = add.data?.signingSecret
  const isDone = secret !== undefined
  return (
    <SecretDialog
      title={t(isDone ? 'integrations.secretTitle' : 'integrations.addTitle')}
      isDone={isDone}
      onClose={onClose}
    >
      {isDone ? (
        <div className="stack">
          <Alert color="yellow">{t('integrations.secretText')}</Alert>
          <section aria-label={t('integrations.secret')}>
            <Command text={secret} />
          </section>
          <div className="row" style={{ justifyContent: 'flex-end' }}>
            <Button onClick={onClose}>{t('integrations.done')}</Button>
          </div>
        </div>
      ) : (
        <IntegrationForm onSubmit={add.mutate} isBusy={add.isPending} error={add.error} onClose={onClose} />
      )}
    </SecretDialog>
  )
}
