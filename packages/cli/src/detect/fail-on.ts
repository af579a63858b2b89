import type { Period } from '@omen/sdk'
import { InvalidArgumentError } from 'commander'
import { severityOf } from '../render/severity.ts'

/** When a detection fails a build. */
export interface FailOn {
  readonly rule: string
  /** The periods that fail it, or all of them where their number does. */
  matches(periods: readonly Period[]): boolean
}

/** Reads `severity>=N`, `severity>N`, `anomalies>=N` or `any`. Severity is |val|; an instance that went down counts as 10. */
export function parseFailOn(text: string): FailOn {
  const rule = text.replaceAll(/\s+/g, '')
  if (rule === 'any') return { rule, matches: ({ length }) => length > 0 }
  const [, what, sign, digits = ''] = /^(severity|anomalies)(>=|>)(\d+(?:\.\d+)?)$/.exec(rule) ?? []
  const limit = Number(digits)
  if (what === undefined || (what === 'severity' && limit > 10)) {
    throw new InvalidArgumentError('Write it like "severity>=5" (0 to 10), "anomalies>=3" or "any", in quotes.')
  }
  const reaches = (number: number) => (sign === '>' ? number > limit : number >= limit)
  if (what === 'anomalies') return { rule, matches: ({ length }) => reaches(length) }
  return { rule, matches: (periods) => periods.some((period) => reaches(severityOf(period))) }
}
