import type { PeerMember } from '@omen/engine'
import { countOf, type FailOnRule, isAny, worstOf } from './gate.ts'
import { COUNT, parseLimit, tidyRule } from './limit.ts'

type Member = Pick<PeerMember, 'share' | 'instance'>

const LIMITS = { outliers: COUNT, share: { fails: 'above', max: 1 } } as const
const HINT = 'Write it like "outliers>0", "share>=0.2" (0 to 1) or "any", in quotes.'

/** Reads `outliers>N`, `outliers>=N`, `share>N`, `share>=N` (of the time, 0 to 1) or `any`. */
export function parseFailOnOutliers(text: string): FailOnRule<readonly Member[]> {
  const rule = tidyRule(text)
  const outliers = (members: readonly Member[]): number => members.filter(({ share }) => share > 0).length
  if (rule === 'any') return { rule, check: (members) => countOf(outliers(members), isAny) }
  const { name, fails } = parseLimit(rule, LIMITS, HINT)
  if (name === 'outliers') return { rule, check: (members) => countOf(outliers(members), fails) }
  return {
    rule,
    check: (members) =>
      worstOf(
        members,
        ({ share }) => share,
        fails,
        ({ instance }) => instance,
      ),
  }
}
