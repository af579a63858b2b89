import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { email } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { OpenShell } from '../../../ui/open-shell/open-shell.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { BackToLogin } from './back-to-login.tsx'

export const ReminderPage = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const remind = useMutation({ mutationFn: (address: string) => omen.accounts.remindUserName(address) })
  const form = useForm({ initialValues: { email: '' }, validate: { email: (value) => check(email, value.trim()) } })
  if (remind.isSuccess) {
    return (
      <OpenShell title={t('signIn.reminder.sentTitle')} text={t('signIn.reminder.sent', { email: remind.variables })}>
        <BackToLogin />
      </OpenShell>
    )
  }
  return (
    <OpenShell title={t('signIn.reminder.title')} text={t('signIn.reminder.text')}>
      <form className="stack" noValidate onSubmit={form.onSubmit((values) => remind.mutate(values.email.trim()))}>
        <TextInput
          label={t('signIn.reminder.email')}
          type="email"
          autoComplete="email"
          autoFocus
          {...form.getInputProps('email')}
        />
        {remind.isError && <ProblemNotice error={remind.error} />}
        <Button type="submit" loading={remind.isPending} fullWidth>
          {t('signIn.reminder.submit')}
        </Button>
      </form>
      <BackToLogin />
    </OpenShell>
  )
}
