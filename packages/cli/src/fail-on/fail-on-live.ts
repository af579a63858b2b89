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

/** Reads a rule on findings, as of a detection, or `crossing<2h` on forecasts. `any` is any incident. */
export function parseFailOnLive(text: string): FailOnLive {
  if (!/^crossing\b/.test(tidyRule(text))) return parseFailOnPeriods(text)
  const { rule, limitMs, check } = parseFailOnCrossing(text)
  return { rule, aheadMs: limitMs, check: ({ crossings }) => check(crossings) }
}
