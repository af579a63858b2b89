import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ingestKeyName } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { SendPanel } from '../sending/send-panel.tsx'

/** Asks for the name of a key, then shows its secret once with the commands that send with it. */
export const CreateKey = ({ address, onClose }: { address: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (name: string) => omen.projects.createKey(address, { name }),
    onSuccess: () => invalidateEverywhere(queryClient, queryKeys.project.keys(address)),
  })
  const isDone = create.data !== undefined
  return (
    <Dialog
      onClose={onClose}
      // The secret is shown once: a click outside the dialog must not close it.
      closeOnClickOutside={!isDone}
      closeOnEscape={!isDone}
      size={isDone ? 640 : 'md'}
      title={<b>{t(isDone ? 'projects.sending.title' : 'projects.keys.createTitle')}</b>}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      {create.data ? (
        <div className="stack">
          <SendPanel secret={create.data.secret} commands={create.data.commands} />
          <div className="row" style={{ justifyContent: 'flex-end' }}>
            <Button onClick={onClose}>{t('projects.keys.done')}</Button>
          </div>
        </div>
      ) : (
        <KeyForm
          onSubmit={(name) => create.mutate(name)}
          isBusy={create.isPending}
          error={create.error}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface KeyFormProps {
  onSubmit: (name: string) => void
  isBusy: boolean
  error: unknown
  onClose: () => void
}

const KeyForm = ({ onSubmit, isBusy, error, onClose }: KeyFormProps) => {
  const { t } = useTranslation()
  const check = useCheck()
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => check(ingestKeyName, value.trim()) },
  })
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit(({ name }) => onSubmit(name.trim()))}>
      <TextInput
        label={t('projects.keys.name')}
        placeholder={t('projects.keys.namePlaceholder')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {error !== null && <ProblemNotice error={error} />}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={onClose}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('projects.keys.create')}
        </Button>
      </div>
    </form>
  )
}
