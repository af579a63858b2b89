import type { Measurement } from '../budget.ts'

/** A figure with a lower limit. */
export function atLeast(what: string, limit: number, measured: number, unit = '', note?: string): Measurement {
  return { what, unit, measured, goal: { atLeast: limit }, ...said(note) }
}

/** A figure with an upper limit. */
export function atMost(what: string, limit: number, measured: number, unit = '', note?: string): Measurement {
  return { what, unit, measured, goal: { atMost: limit }, ...said(note) }
}

/** A figure for comparison: of a baseline, or a part of a whole. */
export function forComparison(what: string, measured: number, unit = '', note?: string): Measurement {
  return { what, unit, measured, ...said(note) }
}

/** Figures of constants that were chosen on the data that is measured: those with a goal say so. */
export function onOwnData(figures: readonly Measurement[]): Measurement[] {
  return figures.map((one) => (one.goal === undefined ? one : { ...one, onOwnData: true }))
}

function said(note: string | undefined): { note?: string } {
  return note === undefined ? {} : { note }
}
