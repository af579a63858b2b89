import type { SignedIn } from '@omen/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { nextAddress } from '../../../lib/session/next-address.ts'
import { sessionKey } from '../../../lib/session/session-atom.ts'

/** Begins a session on the page: nothing of an earlier account stays, and one goes on where one was. */
export const useEnter = (): ((signedIn: SignedIn) => void) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  return ({ token, user }) => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
    queryClient.setQueryData(sessionKey, { token, user })
    void navigate(nextAddress(parameters.get('next')), { replace: true })
  }
}
