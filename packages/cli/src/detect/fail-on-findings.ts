import type { LogFinding, LogFindingKind } from '@omen/engine'
import { InvalidArgumentError } from 'commander'

/** When what is odd in a log fails a build. */
export interface FailOnFindings {
  readonly rule: string
  matches(findings: readonly LogFinding[]): boolean
}

const kinds: readonly LogFindingKind[] = ['new', 'rare', 'hot', 'cold', 'sequence', 'value']

/** Reads `probability<P`, `findings>N`, `findings>=N`, the name of a kind, or `any`. */
export function parseFailOnFindings(text: string): FailOnFindings {
  const rule = text.replaceAll(/\s+/g, '')
  if (rule === 'any') return { rule, matches: ({ length }) => length > 0 }
  const named = kinds.find((kind) => kind === rule)
  if (named) return { rule, matches: (findings) => findings.some(({ kind }) => kind === named) }
  const [, what, sign, digits = ''] = /^(probability|findings)(<=|<|>=|>)(\d.*)$/.exec(rule) ?? []
  const limit = Number(digits)
  const isRight = what === 'probability' ? sign?.startsWith('<') && limit <= 1 : sign?.startsWith('>') && limit >= 0
  if (what === undefined || !isRight) {
    const hint = `Write it like "probability<1e-6", "findings>5", "any", or a kind (${kinds.join(', ')}), in quotes.`
    throw new InvalidArgumentError(hint)
  }
  if (what === 'findings') return { rule, matches: ({ length }) => (sign === '>' ? length > limit : length >= limit) }
  return {
    rule,
    matches: (findings) => findings.some(({ probability: p }) => (sign === '<' ? p < limit : p <= limit)),
  }
}
