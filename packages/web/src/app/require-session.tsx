import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { adoptLocale } from '../lib/session/adopt-locale.ts'
import { loginAddress } from '../lib/session/next-address.ts'
import { sessionAtom, sessionEndedAtom } from '../lib/session/session-atom.ts'
import { OutageNotice } from '../ui/outage-notice/outage-notice.tsx'
import { Loaded } from '../ui/panel/loaded.tsx'
import { PageSkeleton } from '../ui/skeletons/skeletons.tsx'
import { SessionEnded } from './session-ended.tsx'

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
