import { Alert, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Login } from '@omen/sdk'
import { notEmpty } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { nextAddress } from '../../../lib/session/next-address.ts'
import { sessionAtom } from '../../../lib/session/session-atom.ts'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import styles from '../shell/sign-in-shell.module.css'
import { SignInShell } from '../shell/sign-in-shell.tsx'
import { useEnter } from './use-enter.ts'

export const LoginPage = () => {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const session = useAtomValue(sessionAtom)
  if (session.data) return <Navigate to={nextAddress(parameters.get('next'))} replace />
  return (
    <SignInShell title={t('signIn.login.title')}>
      <LoginForm />
      <div className={styles.links}>
        <span>
          {t('signIn.login.noAccount')} <Link to="/signup">{t('signIn.login.signUp')}</Link>
        </span>
        <Link to="/reminder">{t('signIn.login.forgotName')}</Link>
        <Link to="/temp-password">{t('signIn.login.forgotPassword')}</Link>
      </div>
    </SignInShell>
  )
}

const LoginForm = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const enter = useEnter()
  const login = useMutation({ mutationFn: (values: Login) => omen.accounts.login(values), onSuccess: enter })
  const form = useForm({
    initialValues: { userName: '', password: '', remember: false },
    validate: {
      userName: (value) => check(notEmpty, value),
      password: (value) => check(notEmpty, value),
    },
  })
  return (
    <form
      className="stack"
      onSubmit={form.onSubmit((values) => login.mutate({ ...values, userName: values.userName.trim() }))}
      noValidate
    >
      <Notice />
      <TextInput
        label={t('signIn.login.userName')}
        autoComplete="username"
        autoFocus
        {...form.getInputProps('userName')}
      />
      <PasswordInput
        label={t('signIn.login.password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      <Checkbox label={t('signIn.login.remember')} {...form.getInputProps('remember', { type: 'checkbox' })} />
      {login.isError && <ProblemNotice error={login.error} />}
      <Button type="submit" loading={login.isPending} fullWidth>
        {t('signIn.login.submit')}
      </Button>
    </form>
  )
}

const notices = { next: 'signIn.login.sessionEnded', reset: 'signIn.login.passwordReset' } as const

/** Why one is here: the session ended, or the password was just set. */
const Notice = () => {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const name = parameters.has('reset') ? 'reset' : parameters.has('next') ? 'next' : null
  return name === null ? null : (
    <Alert color="blue" role="status">
      {t(notices[name])}
    </Alert>
  )
}
