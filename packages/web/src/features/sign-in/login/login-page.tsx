import { Alert, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import type { Login } from '@omen/sdk'
import { notEmpty } from '@omen/sdk/rules'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router-dom'
import { omen } from '../../../lib/api/omen.ts'
import { useCheck } from '../../../lib/rules/use-check.ts'
import { nextAddress } from '../../../lib/session/next-address.ts'
import { sessionAtom } from '../../../lib/session/session-atom.ts'
import styles from '../../../ui/open-shell/open-shell.module.css'
import { OpenShell } from '../../../ui/open-shell/open-shell.tsx'
import { ProblemNotice } from '../../../ui/problem-notice/problem-notice.tsx'
import { useStartSession } from './use-start-session.ts'

export const LoginPage = () => {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const session = useAtomValue(sessionAtom)
  if (session.data) return <Navigate to={nextAddress(parameters.get('next'))} replace />
  return (
    <OpenShell title={t('signIn.login.title')}>
      <LoginForm />
      <div className={styles.links}>
        <span>
          {t('signIn.login.noAccount')}
          {t('general.betweenSentences')}
          <Link to="/signup">{t('signIn.login.signUp')}</Link>
        </span>
        <Link to="/reminder">{t('signIn.login.forgotName')}</Link>
        <Link to="/temp-password">{t('signIn.login.forgotPassword')}</Link>
      </div>
    </OpenShell>
  )
}

/** The only form of the first load: two fields need no form library. */
const LoginForm = () => {
  const { t } = useTranslation()
  const check = useCheck()
  const startSession = useStartSession()
  const login = useMutation({ mutationFn: (values: Login) => omen.accounts.login(values), onSuccess: startSession })
  const [values, setValues] = useState({ userName: '', password: '', remember: false })
  const [isChecked, setChecked] = useState(false)
  const errors = { userName: check(notEmpty, values.userName), password: check(notEmpty, values.password) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (errors.userName === null && errors.password === null)
      login.mutate({ ...values, userName: values.userName.trim() })
  }
  const field = (name: 'userName' | 'password') => ({
    label: t(`signIn.login.${name}`),
    value: values[name],
    error: isChecked ? errors[name] : null,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setValues({ ...values, [name]: event.currentTarget.value }),
  })
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Notice />
      <TextInput {...field('userName')} autoComplete="username" autoFocus />
      <PasswordInput {...field('password')} autoComplete="current-password" />
      <Checkbox
        label={t('signIn.login.remember')}
        checked={values.remember}
        onChange={(event) => setValues({ ...values, remember: event.currentTarget.checked })}
      />
      {login.isError && <ProblemNotice error={login.error} />}
      <Button type="submit" loading={login.isPending} fullWidth>
        {t('signIn.login.submit')}
      </Button>
    </form>
  )
}

const NOTICES = { next: 'signIn.login.signInFirst', reset: 'signIn.login.passwordReset' } as const

/** Reason for the redirect: a page that needs a session was opened without one, or the password was just set. */
const Notice = () => {
  const { t } = useTranslation()
  const [parameters] = useSearchParams()
  const name = parameters.has('reset') ? 'reset' : parameters.has('next') ? 'next' : null
  return name === null ? null : (
    <Alert color="blue" role="status">
      {t(NOTICES[name])}
    </Alert>
  )
}
