import type { Published } from '@omen/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'

export const RevokeDialog = ({ record, onClose }: { record: Published; onClose: () => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const revoke = async () => {
    await omen.published.revoke(record.id)
    // Before its page asks for it again
    await navigate('/published')
    queryClient.removeQueries({ queryKey: queryKeys.published.record(record.id) })
    await queryClient.invalidateQueries({ queryKey: queryKeys.published.lists })
    showMessage(t('published.revoked'))
  }
  return (
    <ConfirmDialog
      title={t('published.revokeTitle', { name: record.name })}
      action={t('published.revoke')}
      onConfirm={revoke}
      onClose={onClose}
    >
      {t('published.revokeText')}
    </ConfirmDialog>
  )
}
