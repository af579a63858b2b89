import type { Gap, Incident, Period } from '@omen/sdk'

/** What has happened to a finding, and the incident that it belongs to. */
export type LiveEvent = {
  readonly event: 'open' | 'began' | 'grew' | 'ended'
  readonly incident?: Pick<Incident, 'id' | 'title' | 'state' | 'start' | 'val'>
} & ({ readonly type: 'period'; readonly finding: Period } | { readonly type: 'gap'; readonly finding: Gap })
