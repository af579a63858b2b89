import { Button, PasswordInput } from '@mantine/core'
import type { SignedIn, User } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { omen } from '../lib/api/omen.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { adoptLocale } from '../lib/session/adopt-locale.ts'
import { loginAddress } from '../lib/session/next-address.ts'
import { sessionAtom, sessionEndedAtom } from '../lib/session/session-atom.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { OutageNotice } from '../ui/outage-notice/outage-notice.tsx'
import { Loaded } from '../ui/panel/loaded.tsx'
import { ProblemNotice } from '../ui/problem-notice/problem-notice.tsx'
import { PageSkeleton } from '../ui/skeletons/skeletons.tsx'

/**
 * Redirects to the login page without a session, and back to the same address after signing in. Where the session ends under an
 * open page, that stays as it is below a form to sign in again.
 */
export const RequireSession = () => {
  const session = useAtomValue(sessionAtom)
  const hasEnded = useAtomValue(sessionEndedAtom)
  const location = useLocation()
  const user = session.data?.user
  useEffect(() => {
    // If the profile cannot be saved now, the next visit saves it.
    if (user) adoptLocale(user).catch(() => undefined)
  }, [user])
  if (session.data === null) return <Navigate to={loginAddress(location)} replace />
  if (user !== undefined) {
    return (
      <>
        <Outlet />
        {hasEnded && <SessionEnded user={user} />}
      </>
    )
  }
  return (
    <div style={{ maxWidth: 640, margin: '15vh auto', padding: 16 }}>
      <OutageNotice />
      <Loaded query={session} skeleton={<PageSkeleton />}>
        {() => null}
      </Loaded>
    </div>
  )
}

/** Over the page whose session has ended: what was typed there stays, and can be sent after signing in again. */
const SessionEnded = ({ user }: { user: User }) => {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const goOn = useGoOn(user)
  const leave = useLeave()
  const login = useMutation({
    mutationFn: () => omen.accounts.login({ userName: user.userName, password }),
    onSuccess: goOn,
  })
  useEffect(() => {
    // Somebody may have signed in again in another tab.
    const ask = () => omen.accounts.session().then(goOn, () => undefined)
    window.addEventListener('focus', ask)
    return () => window.removeEventListener('focus', ask)
  }, [goOn])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    login.mutate()
  }
  return (
    <Dialog
      onClose={leave}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={600}
      title={<b>{t('frame.sessionEnded.title')}</b>}
    >
      <form className="stack" onSubmit={submit} noValidate>
        <p style={{ margin: 0 }}>{t('frame.sessionEnded.text', { name: user.userName })}</p>
        <input type="hidden" autoComplete="username" value={user.userName} readOnly />
        <PasswordInput
          label={t('signIn.login.password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        {login.isError && <ProblemNotice error={login.error} />}
        <div className="row">
          <Button type="submit" loading={login.isPending} disabled={password === ''}>
            {t('signIn.login.submit')}
          </Button>
          <Button variant="subtle" onClick={leave}>
            {t('frame.sessionEnded.leave')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Continues on the present page; for another account the start page opens. */
const useGoOn = (before: User): ((signedIn: Pick<SignedIn, 'user'>) => void) => {
  const queryClient = useQueryClient()
  const setEnded = useSetAtom(sessionEndedAtom)
  return (signedIn) => {
    if (signedIn.user.userName !== before.userName) return location.assign('/')
    queryClient.setQueryData(queryKeys.session, signedIn)
    setEnded(false)
    void queryClient.invalidateQueries()
  }
}

const useLeave = (): (() => void) => {
  const queryClient = useQueryClient()
  const setEnded = useSetAtom(sessionEndedAtom)
  return () => {
    setEnded(false)
    queryClient.clear()
    queryClient.setQueryData(queryKeys.session, null)
  }
}
