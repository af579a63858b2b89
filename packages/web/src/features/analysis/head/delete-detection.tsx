import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'

export const DeleteDetection = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const navigate = useNavigateAfter()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const remove = async () => {
    await omen.detections.delete(id)
    await queryClient.invalidateQueries({ queryKey: queryKeys.detections.all })
    showMessage(t('analysis.list.deleted'))
    await navigate('/detections')
  }
  return (
    <ConfirmDialog
      title={t('analysis.list.deleteTitle')}
      action={t('analysis.toolbar.delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('analysis.list.deleteText')}
    </ConfirmDialog>
  )
}
