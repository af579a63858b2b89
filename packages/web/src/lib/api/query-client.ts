import { ApiProblem } from '@omen/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { followOtherTabs } from './other-tabs.ts'
import { outageOf } from './outage.ts'

const isSignedOut = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'UNAUTHENTICATED'

/**
 * The SDK repeats an idempotent call within two seconds; after that `outage.ts` alone tries again. Nothing waits for the browser
 * to be online: the server may be on the same machine.
 */
export const createQueryClient = (onSignedOut: () => void): QueryClient => {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut()
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        throwOnError: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  outageOf(client)
  followOtherTabs(client)
  return client
}
