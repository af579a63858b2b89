import type { Crossing } from './crossings.ts'

export const CROSSING_PREFIX = 'limit-'

interface CrossingRule extends Pick<Crossing, 'side' | 'limit'> {
  readonly sourceId: string
  /** Of the series. */
  readonly number: number
}

/** What stands for a limit of one series of one project. */
export function ruleId({ sourceId, number, side, limit }: CrossingRule): string {
  return `${CROSSING_PREFIX}${sourceId}-${number}-${side}-${limit}`
}

/** What stands for a crossing in the place of the id of an incident: no other project has the same. */
export function crossingId({ start, ...rule }: CrossingRule & Pick<Crossing, 'start'>): string {
  return `${ruleId(rule)}-${start}`
}

export function isCrossing(id: string): boolean {
  return id.startsWith(CROSSING_PREFIX)
}

/** What the id of a crossing says. */
export function partsOfCrossing(id: string): { readonly rule: string } & Pick<Crossing, 'side' | 'limit' | 'start'> {
  const [, rule = id, side, limit, start] = /^(.*-(above|below)-(.+))-(\d+)$/.exec(id) ?? []
  return { rule, side: side === 'below' ? 'below' : 'above', limit: Number(limit), start: Number(start) }
}
