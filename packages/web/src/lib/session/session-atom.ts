import { ApiProblem, type CurrentSession, type User } from '@omen/sdk'
import type { QueryClient } from '@tanstack/react-query'
import { atom, type createStore } from 'jotai'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { omen } from '../api/omen.ts'
import { createQueryClient } from '../api/query-client.ts'
import { queryKeys } from '../api/query-keys.ts'

const readSession = async ({ client }: { client: QueryClient }): Promise<CurrentSession | null> => {
  try {
    return await omen.accounts.session()
  } catch (error) {
    const isFirst = client.getQueryData(queryKeys.session) == null
    if (isFirst && error instanceof ApiProblem && error.code === 'UNAUTHENTICATED') return null
    throw error
  }
}

/** Null if nobody is signed in. A session that ends while the page is open keeps its user, see `sessionEndedAtom`. */
export const sessionAtom = atomWithQuery(() => ({
  queryKey: queryKeys.session,
  queryFn: readSession,
  staleTime: 60_000,
}))

export const userAtom = atom<User | null>((get) => get(sessionAtom).data?.user ?? null)

/** The session ended under an open page, which stays as it is until its user signs in again. */
export const sessionEndedAtom = atom(false)

/** The query client of a page, which learns from any answer that the session has ended. */
export const openQueryClient = (store: ReturnType<typeof createStore>): QueryClient => {
  const client = createQueryClient(() => {
    if (client.getQueryData(queryKeys.session) == null) client.setQueryData(queryKeys.session, null)
    else store.set(sessionEndedAtom, true)
  })
  store.set(queryClientAtom, client)
  return client
}
