import type { Model } from '@omen/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'

export const DeleteModel = ({ model, onClose }: { model: Model; onClose: () => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const name = model.modelName
  const remove = async () => {
    await omen.models.delete(model.id)
    showMessage(t('models.delete.deleted', { name }))
    await navigate('/models')
    await queryClient.invalidateQueries({ queryKey: queryKeys.models.all })
  }
  return (
    <ConfirmDialog
      title={t('models.delete.title', { name })}
      action={t('models.action.delete')}
      name={name}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('models.delete.text', { count: model.versionCount })}
    </ConfirmDialog>
  )
}
