import { Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ingestKeyName } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { invalidateEverywhere } from '../../../lib/api/other-tabs.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { endOfDay } from '../../../lib/time/end-of-day.ts'
import { ExpiryInput } from '../../../ui/expiry-input/expiry-input.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { SecretDialog } from '../../../ui/secret-dialog/secret-dialog.tsx'
import { SendPanel } from '../sending/send-panel.tsx'

interface KeyValues {
  name: string
  mayRead: boolean
  /** YYYY-MM-DD, as the date field writes it. */
  expiry: string | null
}

const SENDING_WIDTH = 640

/** Asks for name, rights and expiry of a key, then shows its secret once with the commands that send with it. */
export const CreateKey = ({ address, onClose }: { address: string; onClose: () => void }) => {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: ({ name, mayRead, expiry }: KeyValues) =>
      omen.projects.createKey(address, {
        name: name.trim(),
        mayRead,
        ...(expiry !== null && { expiresAt: endOfDay(expiry, timeZone) }),
      }),
    onSuccess: () => invalidateEverywhere(queryClient, queryKeys.project.keys(address)),
  })
  const isDone = create.data !== undefined
  return (
    <SecretDialog
      title={t(isDone ? 'projects.sending.title' : 'projects.keys.createTitle')}
      isDone={isDone}
      size={SENDING_WIDTH}
      onClose={onClose}
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
          onSubmit={(values) => create.mutate(values)}
          isBusy={create.isPending}
          error={create.error}
          onClose={onClose}
        />
      )}
    </SecretDialog>
  )
}

interface KeyFormProps {
  onSubmit: (values: KeyValues) => void
  isBusy: boolean
  error: unknown
  onClose: () => void
}

const KeyForm = ({ onSubmit, isBusy, error, onClose }: KeyFormProps) => {
  const { t } = useTranslation()
  const check = useCheck()
  const form = useForm<KeyValues>({
    initialValues: { name: '', mayRead: false, expiry: null },
    validate: { name: (value) => check(ingestKeyName, value.trim()) },
  })
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit(onSubmit)}>
      <TextInput
        label={t('projects.keys.name')}
        placeholder={t('projects.keys.namePlaceholder')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox
        label={t('projects.keys.mayRead')}
        description={t('projects.keys.mayReadHint')}
        {...form.getInputProps('mayRead', { type: 'checkbox' })}
      />
      <ExpiryInput {...form.getInputProps('expiry')} />
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
