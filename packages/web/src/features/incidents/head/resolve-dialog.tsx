import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { useChanged } from '../state/use-changed.ts'

/** Resolves an incident, with a note of what was done. */
export const ResolveDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const changed = useChanged()
  const showMessage = useSetAtom(showMessageAtom)
  const [note, setNote] = useState('')
  const resolve = useMutation({
    mutationFn: () => omen.incidents.resolve(id, note.trim() === '' ? undefined : note.trim()),
    onSuccess: async () => {
      onClose()
      await changed()
      showMessage(t('incidents.actions.resolved'))
    },
  })
  return (
    <Dialog
      onClose={onClose}
      title={<b>{t('incidents.resolve.title')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          resolve.mutate()
        }}
      >
        <div>{t('incidents.resolve.text')}</div>
        <Textarea
          label={t('incidents.resolve.note')}
          placeholder={t('incidents.resolve.notePlaceholder')}
          value={note}
          maxLength={2000}
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {resolve.isError && <ProblemNotice error={resolve.error} />}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <Button type="submit" loading={resolve.isPending}>
            {t('incidents.resolve.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
