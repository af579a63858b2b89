import { isMet, type Measurement } from '../budget.ts'
import type { Machine } from './machine.ts'

/** The outcome of one budget: its figures, or why there are none. */
export type Outcome = { name: string; title: string; machine: Machine } & (
  | { measurements: Measurement[] }
  | { missing: string }
)

export function isGood(outcome: Outcome): boolean {
  return 'measurements' in outcome && outcome.measurements.every(isMet)
}

/** `1,234`, `56.7` or `0.12`: three figures that count; a count as it is. */
export function figure(value: number): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A figure with its unit. */
export function figureText({ measured, unit }: Measurement): string {
  return `${figure(measured)} ${unit}`.trimEnd()
}

export function goalText(measurement: Measurement): string {
  const { goal, unit } = measurement
  if (goal === undefined) return ''
  return 'atMost' in goal
    ? `≤ ${goal.atMost.toLocaleString('en-US')} ${unit}`.trimEnd()
    : `≥ ${goal.atLeast.toLocaleString('en-US')} ${unit}`.trimEnd()
}

export function verdict(measurement: Measurement): string {
  if (measurement.goal === undefined) return ''
  const outcome = isMet(measurement) ? 'met' : 'missed'
  return measurement.onOwnData ? `${outcome}, own data` : outcome
}
