import { Alert, Button, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Scope, scopeValues } from '@omen/sdk'
import { tokenName } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { userAtom } from '../../../lib/session/session-atom.ts'
import { endOfDay } from '../../../lib/time/end-of-day.ts'
import { Command } from '../../../ui/command/command.tsx'
import { ExpiryInput } from '../../../ui/expiry-input/expiry-input.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { SecretDialog } from '../../../ui/secret-dialog/secret-dialog.tsx'

interface TokenValues {
  name: string
  scopes: Scope[]
  /** YYYY-MM-DD, as the date field writes it. */
  expiry: string | null
}

/** Asks for name, scopes and expiry of a token, then shows its secret once. */
export const CreateToken = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { timeZone } = useFormat()
  const create = useMutation({
    mutationFn: ({ name, scopes, expiry }: TokenValues) =>
      omen.tokens.create({
        name: name.trim(),
        scopes,
        ...(expiry !== null && { expiresAt: endOfDay(expiry, timeZone) }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.tokens }),
  })
  const isDone = create.data !== undefined
  return (
    <SecretDialog
      title={t(isDone ? 'account.tokens.secretTitle' : 'account.tokens.createTitle')}
      isDone={isDone}
      onClose={onClose}
    >
      {create.data ? (
        <Secret secret={create.data.secret} onClose={onClose} />
      ) : (
        <TokenForm
          onSubmit={(values) => create.mutate(values)}
          isBusy={create.isPending}
          error={create.error}
          onClose={onClose}
        />
      )}
    </SecretDialog>
  )
}

const Secret = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <Alert color="yellow">{t('account.tokens.secretText')}</Alert>
      <section aria-label={t('account.tokens.secret')}>
        <Command text={secret} />
      </section>
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button onClick={onClose}>{t('account.tokens.done')}</Button>
      </div>
    </div>
  )
}

interface TokenFormProps {
  onSubmit: (values: TokenValues) => void
  isBusy: boolean
  error: unknown
  onClose: () => void
}

const TokenForm = ({ onSubmit, isBusy, error, onClose }: TokenFormProps) => {
  const { t } = useTranslation()
  const check = useCheck()
  const isAdmin = useAtomValue(userAtom)?.role === 'admin'
  const form = useForm<TokenValues>({
    initialValues: { name: '', scopes: ['read'], expiry: null },
    validate: {
      name: (value) => check(tokenName, value.trim()),
      scopes: (value) => (value.length === 0 ? t('account.tokens.needScope') : null),
    },
  })
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit(onSubmit)}>
      <TextInput
        label={t('account.tokens.name')}
        placeholder={t('account.tokens.namePlaceholder')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('account.tokens.scopes')} {...form.getInputProps('scopes')}>
        <div className="stack" style={{ gap: 10, marginTop: 4 }}>
          {scopeValues
            .filter((scope) => isAdmin || scope !== 'admin')
            .map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} description={t(`account.tokens.scopeText.${scope}`)} />
            ))}
        </div>
      </Checkbox.Group>
      <ExpiryInput {...form.getInputProps('expiry')} />
      {error !== null && <ProblemNotice error={error} />}
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={onClose}>
          {t('general.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('account.tokens.create')}
        </Button>
      </div>
    </form>
  )
}
