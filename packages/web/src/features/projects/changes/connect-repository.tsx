import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { SecretDialog } from '../../../ui/secret-dialog/secret-dialog.tsx'
import { isWebhook, SendPanel } from '../sending/send-panel.tsx'

const sendingWidth = 640

/** Makes a key for the webhook of a repository, and shows once what its settings ask for. */
export const ConnectRepository = ({ address, onClose }: { address: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: () => omen.projects.createKey(address, { name: 'webhook', mayRead: false }),
    onSuccess: () => invalidateEverywhere(queryClient, queryKeys.project.keys(address)),
  })
  return (
    <SecretDialog
      title={t('projects.changes.connect')}
      isDone={create.data !== undefined}
      size={sendingWidth}
      onClose={onClose}
    >
      <div className="stack">
        {create.data ? (
          <SendPanel secret={create.data.secret} commands={create.data.commands.filter(isWebhook)} />
        ) : (
          <p style={{ margin: 0 }}>{t('projects.changes.connectText')}</p>
        )}
        {create.isError && <ProblemNotice error={create.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          {create.data ? (
            <Button onClick={onClose}>{t('projects.keys.done')}</Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                {t('general.cancel')}
              </Button>
              <Button loading={create.isPending} onClick={() => create.mutate()}>
                {t('projects.keys.create')}
              </Button>
            </>
          )}
        </div>
      </div>
    </SecretDialog>
  )
}
