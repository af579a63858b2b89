import type { SignedIn } from '@omen/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { nextAddress } from '../../../lib/session/next-address.ts'

/** Begins a session: clears data of an earlier account and returns to the previous address. */
export const useStartSession = (): ((signedIn: SignedIn) => void) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  return ({ token, user }) => {
    queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKeys.session[0] })
    queryClient.setQueryData(queryKeys.session, { token, user })
    void navigate(nextAddress(parameters.get('next')), { replace: true })
  }
}
