import { ApiProblem, type CurrentSession, type User } from '@omen/sdk'
import { atom } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import { omen } from '../api/omen.ts'
import { queryKeys } from '../api/query-keys.ts'

const readSession = async (): Promise<CurrentSession | null> => {
  try {
    return await omen.accounts.session()
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'UNAUTHENTICATED') return null
    throw error
  }
}

/** Null if nobody is signed in. */
export const sessionAtom = atomWithQuery(() => ({
  queryKey: queryKeys.session,
  queryFn: readSession,
  staleTime: 60_000,
}))

export const userAtom = atom<User | null>((get) => get(sessionAtom).data?.user ?? null)
