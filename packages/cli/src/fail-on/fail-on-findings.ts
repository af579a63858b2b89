import type { LogFinding, LogFindingKind } from '@omen/engine'
import { countOf, type FailOnRule, isAny, worstOf } from './gate.ts'
import { count, parseLimit, tidyRule } from './limit.ts'

const kinds: readonly LogFindingKind[] = ['new', 'rare', 'hot', 'cold', 'sequence', 'value']
// A probability is above 0.
const limits = {
  probability: { fails: 'below', least: Number.MIN_VALUE, most: 1, isOfEach: true },
  findings: count,
} as const
const hint = `Write it like "probability<1e-6", "findings>5", "any", or a kind (${kinds.join(', ')}), in quotes.`

/** Reads `probability<P`, `findings>N`, `findings>=N`, the name of a kind, or `any`. */
export function parseFailOnFindings(text: string): FailOnRule<readonly LogFinding[]> {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, check: ({ length }) => countOf(length, isAny) }
  const named = kinds.find((kind) => kind === rule)
  if (named) return { rule, check: (findings) => countOf(findings.filter(({ kind }) => kind === named).length, isAny) }
  const { name, fails } = parseLimit(rule, limits, hint)
  if (name === 'findings') return { rule, check: ({ length }) => countOf(length, fails) }
  return {
    rule,
    check(findings) {
      const least = worstOf(
        findings,
        ({ probability }) => -probability,
        (value) => fails(-value),
        ({ kind, line }) => `${kind}, line ${line}`,
      )
      return least && { ...least, value: -least.value! }
    },
  }
}
