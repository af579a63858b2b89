import { countOf, type FailOnRule, isAny, worstOf } from './gate.ts'
import { COUNT, parseLimit, tidyRule } from './limit.ts'

/** What rules look at, of a file on this machine and of a log of the server alike. */
export interface FoundInLog {
  readonly kind: string
  readonly probability: number
  readonly line?: number | undefined
}

const KINDS: readonly string[] = ['new', 'rare', 'hot', 'cold', 'sequence', 'value', 'critical']
// A probability is above 0.
const LIMITS = {
  probability: { fails: 'below', min: Number.MIN_VALUE, max: 1, isOfEach: true },
  findings: COUNT,
} as const
const hint = `Write it like "probability<1e-6", "findings>5", "any", or a kind (${KINDS.join(', ')}), in quotes.`

/** Reads `probability<P`, `findings>N`, `findings>=N`, the name of a kind, or `any`. */
export function parseFailOnFindings(text: string): FailOnRule<readonly FoundInLog[]> {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, check: ({ length }) => countOf(length, isAny) }
  const named = KINDS.find((kind) => kind === rule)
  if (named) return { rule, check: (findings) => countOf(findings.filter(({ kind }) => kind === named).length, isAny) }
  const { name, fails } = parseLimit(rule, LIMITS, hint)
  if (name === 'findings') return { rule, check: ({ length }) => countOf(length, fails) }
  return {
    rule,
    check(findings) {
      const rarest = worstOf(
        findings,
        ({ probability }) => -probability,
        (value) => fails(-value),
        ({ kind, line }) => (line === undefined ? kind : `${kind}, line ${line}`),
      )
      return rarest && { ...rarest, value: -rarest.value! }
    },
  }
}
