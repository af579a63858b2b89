import type { SeriesForecast } from '@omen/engine'
import { parseDuration } from '../render/duration.ts'
import { parseLimit, tidyRule } from './limit.ts'

/** When a forecast fails a build. */
export interface FailOnCrossing {
  readonly rule: string
  matches(forecasts: readonly Pick<SeriesForecast, 'crossing'>[]): boolean
}

const HOUR_MS = 3_600_000
const limits = { crossing: { fails: 'below', read: parseDuration } } as const

/** Reads `crossing<24h`, `crossing<=24h`, or `any` for a crossing within the horizon. What counts is the middle of the range. */
export function parseFailOnCrossing(text: string): FailOnCrossing {
  const rule = tidyRule(text)
  if (rule === 'any') return { rule, matches: (all) => all.some(({ crossing }) => crossing?.about !== undefined) }
  const { fails } = parseLimit(rule, limits, 'Write it like "crossing<24h" or "any", in quotes.')
  return { rule, matches: (all) => all.some(({ crossing }) => fails((crossing?.about ?? Number.NaN) * HOUR_MS)) }
}
