import type { LogFinding, LogFindingKind } from '@omen/engine'
import { parseLimit, tidyRule } from './limit.ts'

/** When log findings fail a build. */
export interface FailOnFindings {
  readonly rule: string
  matches(findings: readonly LogFinding[]): boolean
}

const kinds: readonly LogFindingKind[] = ['new', 'rare', 'hot', 'cold', 'sequence', 'value']
const limits = { probability: { fails: 'below', most: 1 }, findings: { fails: 'above' } } as const
const hint = `Write it like "probability<1e-6", "findings>5", "any", or a kind (${kinds.join(', ')}), in quotes.`

/** Reads `probability<P`, `findings>N`, `findings>=N`, the name of a kind, or `any`. */
export function parseFailOnFindings(text: string): FailOnFindings {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, matches: ({ length }) => length > 0 }
  const named = kinds.find((kind) => kind === rule)
  if (named) return { rule, matches: (findings) => findings.some(({ kind }) => kind === named) }
  const { name, fails } = parseLimit(rule, limits, hint)
  if (name === 'findings') return { rule, matches: ({ length }) => fails(length) }
  return { rule, matches: (findings) => findings.some(({ probability }) => fails(probability)) }
}
