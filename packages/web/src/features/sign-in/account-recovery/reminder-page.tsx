import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { emailOrMobile, mobile } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { omen } from '../../../lib/api/omen.ts'
import { currentLocale } from '../../../lib/i18n/i18n.ts'
import { fieldErrors } from '../../../lib/problem/problem.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { OpenShell } from '../../../ui/open-shell/open-shell.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { AddressInput } from '../address-input.tsx'
import { BackToLogin } from './back-to-login.tsx'

export const ReminderPage = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const remind = useMutation({ mutationFn: (address: string) => omen.accounts.remindUserName(address) })
  const form = useForm({
    initialValues: { emailOrMobile: '' },
    validate: { emailOrMobile: (value) => check(emailOrMobile, value.trim()) },
  })
  if (remind.isSuccess) {
    const address = remind.variables
    return (
      <OpenShell
        title={t(mobile.test(address) ? 'signIn.reminder.sentBySms' : 'signIn.reminder.sentByMail')}
        text={t('signIn.reminder.sent', { address })}
      >
        <Button variant="default" onClick={() => remind.reset()} fullWidth>
          {t('general.retry')}
        </Button>
        <BackToLogin />
      </OpenShell>
    )
  }
  const fromServer = fieldErrors(remind.error, ['emailOrMobile'], currentLocale())
  return (
    <OpenShell title={t('signIn.reminder.title')} text={t('signIn.reminder.text')}>
      <form
        className="stack"
        noValidate
        onSubmit={form.onSubmit((values) => remind.mutate(values.emailOrMobile.trim()))}
      >
        <AddressInput
          autoFocus
          {...form.getInputProps('emailOrMobile')}
          error={form.errors.emailOrMobile ?? fromServer.emailOrMobile}
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
