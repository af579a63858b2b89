import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notEmpty, password } from '@omen/sdk/rules'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { showMessageAtom } from '../../../ui/messages/messages-atom.ts'
import { PasswordRules } from '../../../ui/password-rules/password-rules.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'

interface PasswordValues {
  currentPassword: string
  password: string
}

export const PasswordForm = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const queryClient = useQueryClient()
  const showMessage = useSetAtom(showMessageAtom)
  const form = useForm<PasswordValues>({
    initialValues: { currentPassword: '', password: '' },
    validate: { currentPassword: (value) => check(notEmpty, value), password: (value) => check(password, value) },
  })
  const change = useMutation({
    mutationFn: (values: PasswordValues) => omen.accounts.updateProfile(values),
    onSuccess: () => {
      form.reset()
      showMessage(t('account.profile.passwordChanged'))
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
    },
  })
  const fromServer = fieldErrors(change.error, ['currentPassword', 'password'], currentLocale())
  return (
    <form className="stack" noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <p className="muted" style={{ margin: 0 }}>
        {t('account.profile.passwordText')}
      </p>
      <PasswordInput
        label={t('account.profile.currentPassword')}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
        error={form.errors.currentPassword ?? fromServer.currentPassword}
      />
      <PasswordInput
        label={t('account.profile.newPassword')}
        autoComplete="new-password"
        aria-describedby="new-password-rules"
        {...form.getInputProps('password')}
        error={form.errors.password ?? fromServer.password}
      />
      <PasswordRules value={form.values.password} id="new-password-rules" />
      {change.isError && <ProblemNotice error={change.error} />}
      <div>
        <Button type="submit" loading={change.isPending}>
          {t('account.profile.setPassword')}
        </Button>
      </div>
    </form>
  )
}
