import type { Gap, Period } from '@omen/sdk'

/** What has happened to a finding. */
export type LiveEvent = { readonly event: 'open' | 'began' | 'grew' | 'ended' } & (
  | { readonly type: 'period'; readonly finding: Period }
  | { readonly type: 'gap'; readonly finding: Gap }
)
