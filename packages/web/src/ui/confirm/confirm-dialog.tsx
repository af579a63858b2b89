import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog/dialog.tsx'
import { ProblemNotice } from '../problem-notice/problem-notice.tsx'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** Label of the button, a verb. */
  action: string
  /** If given, this must be typed to enable the button. */
  name?: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation before something irreversible. */
export const ConfirmDialog = ({ title, children, action, name, onConfirm, onClose }: ConfirmDialogProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isReady = name === undefined || typed === name

  const confirm = async () => {
    setBusy(true)
    setError(null)
    try {
      await onConfirm()
      onClose()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={<b className="break">{title}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void confirm()
        }}
      >
        <div className="break">{children}</div>
        {name !== undefined && (
          <TextInput
            label={t('general.confirmByName', { name })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
        )}
        {error !== null && <ProblemNotice error={error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!isReady} loading={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
