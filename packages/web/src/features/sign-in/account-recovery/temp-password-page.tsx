import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { TemporaryPasswordRequest } from '@omen/sdk'
import { account, emailOrMobile } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigateAfter } from '../../../lib/address/use-navigate-after.ts'
import { omen } from '../../../lib/api/omen.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { OpenShell } from '../../../ui/open-shell/open-shell.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { AddressInput } from '../address-input.tsx'
import { BackToLogin } from './back-to-login.tsx'

/** Requests a temporary password and continues to the page that uses it. */
export const TempPasswordPage = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const navigate = useNavigateAfter()
  const form = useForm<TemporaryPasswordRequest>({
    initialValues: { userName: '', emailOrMobile: '' },
    validate: {
      userName: (value) => check(account, value.trim()),
      emailOrMobile: (value) => check(emailOrMobile, value.trim()),
    },
  })
  const request = useMutation({
    mutationFn: (values: TemporaryPasswordRequest) => omen.accounts.requestTemporaryPassword(values),
    onSuccess: (_, sent) => navigate(`/reset-password?${new URLSearchParams({ ...sent })}`),
  })
  const send = (values: TemporaryPasswordRequest) =>
    request.mutate({ userName: values.userName.trim(), emailOrMobile: values.emailOrMobile.trim() })
  const fromServer = fieldErrors(request.error, ['userName', 'emailOrMobile'], currentLocale())
  return (
    <OpenShell title={t('signIn.temp.title')} text={t('signIn.temp.text')}>
      <form className="stack" noValidate onSubmit={form.onSubmit(send)}>
        <TextInput
          label={t('signIn.temp.account')}
          autoComplete="username"
          autoFocus
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('userName')}
          error={form.errors.userName ?? fromServer.userName}
        />
        <AddressInput
          {...form.getInputProps('emailOrMobile')}
          error={form.errors.emailOrMobile ?? fromServer.emailOrMobile}
        />
        {request.isError && <ProblemNotice error={request.error} />}
        <Button type="submit" loading={request.isPending} fullWidth>
          {t('signIn.temp.submit')}
        </Button>
      </form>
      <BackToLogin />
    </OpenShell>
  )
}
