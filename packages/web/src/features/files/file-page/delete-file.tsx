import type { StoredFile } from '@omen/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { ConfirmDialog } from '../../../ui/confirm/confirm-dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'

interface DeleteFileProps {
  file: StoredFile
  onDeleted: () => void
  onClose: () => void
}

export const DeleteFile = ({ file, onDeleted, onClose }: DeleteFileProps) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const name = file.uploadFileName
  const remove = async () => {
    await omen.files.delete(file.filename)
    await queryClient.invalidateQueries({ queryKey: queryKeys.files.all })
    showMessage(t('files.detail.deleted', { name }))
    onDeleted()
  }
  return (
    <ConfirmDialog
      title={t('files.detail.deleteTitle', { name })}
      action={t('files.detail.delete')}
      onConfirm={remove}
      onClose={onClose}
    >
      {t('files.detail.deleteText')}
    </ConfirmDialog>
  )
}
