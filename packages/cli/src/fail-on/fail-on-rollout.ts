import type { RolloutFinding } from '@omen/engine'
import { InvalidArgumentError } from 'commander'
import { countOf, type FailOnRule, isAny } from './gate.ts'
import { COUNT, parseLimit, tidyRule } from './limit.ts'

/** Verdicts that fail a build, worst first: each includes those before it. */
const VERDICTS = ['worse', 'changed', 'insufficient'] as const
type FailingVerdict = (typeof VERDICTS)[number]
type Finding = Pick<RolloutFinding, 'verdict' | 'metric'>

const LIMITS = { worse: COUNT, changed: COUNT, insufficient: COUNT } as const
const HINT =
  'Write "worse", "changed" (or worse), "insufficient" (or any of them), "any" for changed, or "worse>=2", in quotes.'

/** Reads `worse`, `changed`, `insufficient`, `any` (as changed), or a number of such metrics, `worse>=2`. */
export function parseFailOnRollout(text: string): FailOnRule<readonly Finding[]> {
  const rule = tidyRule(text)
  if (rule === '') throw new InvalidArgumentError(HINT)
  const named = rule === 'any' ? 'changed' : VERDICTS.find((verdict) => verdict === rule)
  const { name, fails } = named ? { name: named, fails: isAny } : parseLimit(rule, LIMITS, HINT)
  return {
    rule,
    check(findings) {
      const failing = findings.filter((finding) => isFailing(finding, name))
      const met = countOf(failing.length, fails)
      return met && { ...met, what: failing.map(({ metric }) => metric).join(', ') }
    },
  }
}

/** Whether a finding is at least as bad as the verdict that fails a build. */
function isFailing({ verdict }: Finding, limit: FailingVerdict): boolean {
  return VERDICTS.slice(0, VERDICTS.indexOf(limit) + 1).some((one) => one === verdict)
}
