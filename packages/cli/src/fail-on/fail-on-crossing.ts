import { parseDuration } from '../render/duration.ts'
import { type FailOnRule, worstOf } from './gate.ts'
import { parseLimit, tidyRule } from './limit.ts'

/** Forecasts, and in how many hours the middle of each crosses its limit. */
export type Crossings = readonly {
  readonly series: string
  readonly crossing?: { readonly about: number | undefined } | undefined
}[]

const HOUR_MS = 3_600_000
const limits = { crossing: { fails: 'below', read: parseDuration } } as const
const HINT = 'Write it like "crossing<24h" or "crossing<3d", with a unit (m, h, d, w), or "any", in quotes.'

/** A rule on forecasts, and how far ahead it looks. */
export interface FailOnCrossing extends FailOnRule<Crossings> {
  /** Milliseconds; 0 for a crossing within the horizon. */
  readonly limitMs: number
}

/** Reads `crossing<24h`, `crossing<=24h`, or `any` for a crossing within the horizon. What counts is the middle of the range. */
export function parseFailOnCrossing(text: string): FailOnCrossing {
  const rule = tidyRule(text)
  const { limit: limitMs, fails } =
    rule === 'any' ? { limit: 0, fails: (ms: number) => !Number.isNaN(ms) } : parseLimit(rule, limits, HINT)
  return {
    rule,
    limitMs,
    check(all) {
      const soonest = worstOf(
        all,
        (one) => -crossingMs(one),
        (value) => fails(-value),
        ({ series }) => series,
      )
      return soonest && { ...soonest, value: -soonest.value! / HOUR_MS }
    },
  }
}

/** Milliseconds until the middle of the range crosses the limit; NaN if it does not. */
function crossingMs({ crossing }: Crossings[number]): number {
  return (crossing?.about ?? Number.NaN) * HOUR_MS
}
