import { InvalidArgumentError } from 'commander'
import { parseDuration } from '../render/duration.ts'

const HOUR_MS = 3_600_000

/** How far ahead the server forecasts at most. */
export const LONGEST_HORIZON_MS: number = 168 * HOUR_MS

/** Milliseconds of "2", which is in hours, or of "2h", "90m", "1d". Throws commander's InvalidArgumentError for anything else. */
export function parseHorizon(text: string): number {
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * HOUR_MS : parseDuration(text)
  if (ms === undefined || !(ms > 0 && ms <= LONGEST_HORIZON_MS))
    throw new InvalidArgumentError('Write hours from above 0 to 168, or a time with a unit, like 90m or 2d.')
  return ms
}

/** What asks the server for a forecast. */
export function predictQuery(horizonMs: number | undefined): { predict?: number } {
  return horizonMs === undefined ? {} : { predict: horizonMs / HOUR_MS }
}
