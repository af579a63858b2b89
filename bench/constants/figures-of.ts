import type { Measurement } from '../budget.ts'
import type { Figures } from './measure-with.ts'

/** What a table shows, as figures. */
export function figuresOf(measurements: readonly Measurement[]): Figures {
  return Object.fromEntries(measurements.map(({ what, measured }) => [what, measured]))
}
