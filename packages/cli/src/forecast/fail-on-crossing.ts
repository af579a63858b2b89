import { InvalidArgumentError } from 'commander'
import { parseDuration } from '../render/duration.ts'
import type { Foretold } from './foretell-frame.ts'

/** When a forecast fails a build. */
export interface FailOnCrossing {
  readonly rule: string
  matches(foretold: readonly Pick<Foretold, 'crossing'>[]): boolean
}

const HOUR_MS = 3_600_000

/** Reads `crossing<24h`, `crossing<=24h`, or `any` for a crossing within the horizon. What counts is the middle of the range. */
export function parseFailOnCrossing(text: string): FailOnCrossing {
  const rule = text.replaceAll(/\s+/g, '')
  if (rule === 'any') return { rule, matches: (all) => all.some(({ crossing }) => crossing?.about !== undefined) }
  const [, sign, length = ''] = /^crossing(<=|<)(.+)$/.exec(rule) ?? []
  const limitMs = parseDuration(length)
  if (limitMs === undefined) throw new InvalidArgumentError('Write it like "crossing<24h" or "any", in quotes.')
  const isSoon = (hours: number): boolean => (sign === '<' ? hours * HOUR_MS < limitMs : hours * HOUR_MS <= limitMs)
  return { rule, matches: (all) => all.some(({ crossing }) => crossing?.about !== undefined && isSoon(crossing.about)) }
}
