import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog/dialog.tsx'

interface SecretDialogProps {
  title: string
  /** Whether the secret is shown: as it is shown once, only a button closes the dialog then. */
  isDone: boolean
  size?: number
  onClose: () => void
  children: ReactNode
}

/** Asks for what a secret is made with, then shows it once. */
export const SecretDialog = ({ title, isDone, size, onClose, children }: SecretDialogProps) => {
  const { t } = useTranslation()
  return (
    <Dialog
      onClose={onClose}
      closeOnClickOutside={!isDone}
      closeOnEscape={!isDone}
      size={(isDone ? size : undefined) ?? 'md'}
      title={<b>{title}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      {children}
    </Dialog>
  )
}
