import type { OutlierComparison, PeerGroup, PeerMember } from '@omen/sdk'

/** The group that is shown, or else the first. */
export const groupShown = ({ groups, shown }: OutlierComparison): PeerGroup | undefined =>
  groups.find(({ metric, service }) => metric === shown?.metric && service === shown?.service) ?? groups[0]

/** How a group is named in the address and in a list. */
export const groupKey = ({ metric, service }: Pick<PeerGroup, 'metric' | 'service'>): string =>
  JSON.stringify([metric, service ?? ''])

export const groupOfKey = (key: string): { metric: string; service: string } => {
  const [metric = '', service = ''] = JSON.parse(key) as string[]
  return { metric, service }
}

/** How far and how long a member stood off. */
export const excess = ({ spans }: PeerMember): number =>
  spans.reduce((sum, { distance, rows }) => sum + Math.abs(distance) * rows, 0)

export const nameOf = ({ instance, seriesId }: Pick<PeerMember, 'instance' | 'seriesId'>): string =>
  instance === '' ? seriesId : instance
