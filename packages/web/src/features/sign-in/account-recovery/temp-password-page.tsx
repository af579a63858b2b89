import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { account, email } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { OpenShell } from '../../../ui/open-shell/open-shell.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { BackToLogin } from './back-to-login.tsx'

/** Requests a temporary password and continues to the page that uses it. */
export const TempPasswordPage = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { userName: '', email: '' },
    validate: { userName: (value) => check(account, value.trim()), email: (value) => check(email, value.trim()) },
  })
  const request = useMutation({
    mutationFn: (values: { userName: string; email: string }) => omen.accounts.requestTemporaryPassword(values),
    onSuccess: (_, sent) => navigate(`/reset-password?${new URLSearchParams({ ...sent })}`),
  })
  const send = ({ userName, email: address }: { userName: string; email: string }) =>
    request.mutate({ userName: userName.trim(), email: address.trim() })
  return (
    <OpenShell title={t('signIn.temp.title')} text={t('signIn.temp.text')}>
      <form className="stack" noValidate onSubmit={form.onSubmit(send)}>
        <TextInput
          label={t('signIn.temp.account')}
          autoComplete="username"
          autoFocus
          {...form.getInputProps('userName')}
        />
        <TextInput label={t('signIn.temp.email')} type="email" autoComplete="email" {...form.getInputProps('email')} />
        {request.isError && <ProblemNotice error={request.error} />}
        <Button type="submit" loading={request.isPending} fullWidth>
          {t('signIn.temp.submit')}
        </Button>
      </form>
      <BackToLogin />
    </OpenShell>
  )
}
