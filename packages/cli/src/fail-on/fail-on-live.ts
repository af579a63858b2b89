import { type Crossings, parseFailOnCrossing } from './fail-on-crossing.ts'
import { type Findings, parseFailOnPeriods } from './fail-on-periods.ts'
import type { FailOnRule } from './gate.ts'
import { tidyRule } from './limit.ts'

/** What the rules on a project count: what was found while it was watched, and what was forecast. */
export interface Watched extends Findings {
  readonly crossings: Crossings
}

/** A rule on a project. */
export interface FailOnLive extends FailOnRule<Watched> {
  /** Of a rule on forecasts: how far ahead it looks, in milliseconds. */
  readonly aheadMs?: number
}

const HINT =
  'Write it like "severity>=5" (0 to 10), "incidents>=2", "anomalies>=3", "gaps>=1", "any" or, with --predict, "crossing<2h", in quotes.'

/** Reads a rule on findings, as of a detection, or `crossing<2h` on forecasts. `any` is any incident. */
export function parseFailOnLive(text: string): FailOnLive {
  if (!/^crossing\b/.test(tidyRule(text))) return parseFailOnPeriods(text, HINT)
  const { rule, limitMs, check } = parseFailOnCrossing(text)
  return { rule, aheadMs: limitMs, check: ({ crossings }) => check(crossings) }
}
