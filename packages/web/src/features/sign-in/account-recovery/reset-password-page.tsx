import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ResetPassword } from '@omen/sdk'
import { account, notEmpty, password } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { OpenShell } from '../../../ui/open-shell/open-shell.tsx'
import { PasswordRules } from '../../../ui/password-rules/password-rules.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { BackToLogin } from './back-to-login.tsx'

export const ResetPasswordPage = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const navigate = useNavigateAfter()
  const [parameters] = useSearchParams()
  const sentTo = parameters.get('emailOrMobile')
  const form = useForm({
    initialValues: { userName: parameters.get('userName') ?? '', tempPassword: '', password: '' },
    validate: {
      userName: (value) => check(account, value.trim()),
      tempPassword: (value) => check(notEmpty, value),
      password: (value) => check(password, value),
    },
  })
  const reset = useMutation({
    mutationFn: (values: ResetPassword) => omen.accounts.resetPassword(values),
    onSuccess: () => navigate('/login?reset=1'),
  })
  return (
    <OpenShell title={t('signIn.reset.title')} text={t('signIn.reset.text')}>
      <form
        className="stack"
        noValidate
        onSubmit={form.onSubmit((values) => reset.mutate({ ...values, userName: values.userName.trim() }))}
      >
        {sentTo !== null && <Alert role="status">{t('signIn.temp.sent', { address: sentTo })}</Alert>}
        <TextInput label={t('signIn.reset.account')} autoComplete="username" {...form.getInputProps('userName')} />
        <PasswordInput
          label={t('signIn.reset.tempPassword')}
          autoComplete="off"
          autoFocus
          {...form.getInputProps('tempPassword')}
        />
        <PasswordInput
          label={t('signIn.reset.password')}
          autoComplete="new-password"
          aria-describedby="password-rules"
          {...form.getInputProps('password')}
        />
        <PasswordRules value={form.values.password} id="password-rules" />
        {reset.isError && <ProblemNotice error={reset.error} />}
        <Button type="submit" loading={reset.isPending} fullWidth>
          {t('signIn.reset.submit')}
        </Button>
      </form>
      <BackToLogin>
        <Link to="/temp-password">{t('signIn.temp.title')}</Link>
      </BackToLogin>
    </OpenShell>
  )
}
