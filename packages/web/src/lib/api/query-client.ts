import { ApiProblem, TransportError } from '@omen/sdk'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

const isSignedOut = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'UNAUTHENTICATED'

/** The SDK already retries idempotent calls; only an unreachable server is retried once more. */
const isWorthRetrying = (count: number, error: unknown): boolean =>
  count < 1 && error instanceof TransportError && error.kind === 'network'

export const createQueryClient = (onSignedOut: () => void): QueryClient => {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: isWorthRetrying, staleTime: 10_000, refetchOnWindowFocus: true, throwOnError: false },
      mutations: { retry: false },
    },
  })
}
