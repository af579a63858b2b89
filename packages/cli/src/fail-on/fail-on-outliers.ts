import type { PeerMember } from '@omen/engine'
import { parseLimit, tidyRule } from './limit.ts'

/** When deviating instances fail a build. */
export interface FailOnOutliers {
  readonly rule: string
  matches(members: readonly Pick<PeerMember, 'share'>[]): boolean
}

const limits = { outliers: { fails: 'above' }, share: { fails: 'above', most: 1 } } as const
const hint = 'Write it like "outliers>0", "share>=0.2" (0 to 1) or "any", in quotes.'

/** Reads `outliers>N`, `outliers>=N`, `share>N`, `share>=N` (of the time, 0 to 1) or `any`. */
export function parseFailOnOutliers(text: string): FailOnOutliers {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, matches: (members) => members.some(({ share }) => share > 0) }
  const { name, fails } = parseLimit(rule, limits, hint)
  if (name === 'share') return { rule, matches: (members) => members.some(({ share }) => fails(share)) }
  return { rule, matches: (members) => fails(members.filter(({ share }) => share > 0).length) }
}
