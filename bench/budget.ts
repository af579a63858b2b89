/** The goal, as a limit in the unit of the measurement. */
type Goal = { atMost: number } | { atLeast: number }

/** One figure; without a goal it is for orientation. */
export type Measurement = {
  what: string
  unit: string
  measured: number
  goal?: Goal
  /** Of constants that were chosen on this very data: the goal guards against getting worse, and judges nothing. */
  onOwnData?: true
  /** How the figure was obtained, if that needs explaining. */
  note?: string
}

/** A group of figures that are measured together. `run` throws `CannotMeasure` where something is missing. */
export type Budget = { name: string; title: string; run(scratch: string): Promise<Measurement[]> }

/** The message says what is missing and what to do about it. */
export class CannotMeasure extends Error {}

export function isMet(measurement: Measurement): boolean {
  const { goal, measured } = measurement
  if (goal === undefined) return true
  return 'atMost' in goal ? measured <= goal.atMost : measured >= goal.atLeast
}
