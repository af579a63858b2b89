import type { ModelDisplay } from '@omen/sdk'

/** What a model learned, while it loads, or why it cannot be read. */
export interface LearnedQuery {
  data: ModelDisplay | undefined
  error: unknown
  isError: boolean
  refetch: () => unknown
}
