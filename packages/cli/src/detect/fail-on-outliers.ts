import type { PeerMember } from '@omen/engine'
import { InvalidArgumentError } from 'commander'

/** When instances that stand off fail a build. */
export interface FailOnOutliers {
  readonly rule: string
  matches(members: readonly Pick<PeerMember, 'share'>[]): boolean
}

/** Reads `outliers>N`, `outliers>=N`, `share>N`, `share>=N` (of the time, 0 to 1) or `any`. */
export function parseFailOnOutliers(text: string): FailOnOutliers {
  const rule = text.replaceAll(/\s+/g, '')
  if (rule === 'any') return { rule, matches: (members) => members.some(({ share }) => share > 0) }
  const [, what, sign, digits = ''] = /^(outliers|share)(>=|>)(\d+(?:\.\d+)?)$/.exec(rule) ?? []
  const limit = Number(digits)
  if (what === undefined || (what === 'share' && limit > 1)) {
    throw new InvalidArgumentError('Write it like "outliers>0", "share>=0.2" (0 to 1) or "any", in quotes.')
  }
  const reaches = (number: number) => (sign === '>' ? number > limit : number >= limit)
  if (what === 'share') return { rule, matches: (members) => members.some(({ share }) => reaches(share)) }
  return { rule, matches: (members) => reaches(members.filter(({ share }) => share > 0).length) }
}
