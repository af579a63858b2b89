import { Button, PasswordInput } from '@mantine/core'
import type { SignedIn, User } from '@omen/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { omen } from '../lib/api/omen.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { sessionEndedAtom } from '../lib/session/session-atom.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { ProblemNotice } from '../ui/problem-notice/problem-notice.tsx'

/** Over the page whose session has ended: what was typed there stays, and can be sent after signing in again. */
export const SessionEnded = ({ user }: { user: User }) => {
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

/** Goes on where the page stands; for another account the page starts anew. */
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
