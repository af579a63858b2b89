import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Measurement } from '../budget.ts'
import { jsonWithRows } from '../json-rows.ts'
import type { Outcome } from './outcome.ts'

/** The outcomes kept in a file, in its order; none if there is no such file. */
export function readResults(path: string): Outcome[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Outcome[]) : []
}

/**
 * Writes the outcomes in the order of `names`. A group that was not measured this time keeps its older figures, as does one that
 * could not be measured; the figures of a group that is no longer named are removed.
 */
export function updateResults(path: string, outcomes: readonly Outcome[], names: readonly string[]): Outcome[] {
  const kept = new Map(readResults(path).map((outcome) => [outcome.name, outcome]))
  for (const outcome of outcomes)
    if ('measurements' in outcome || !kept.has(outcome.name)) kept.set(outcome.name, outcome)
  const current = names.flatMap((name) => kept.get(name) ?? [])
  writeFileSync(path, `[\n${current.map(outcomeJson).join(',\n')}\n]\n`)
  return current
}

function outcomeJson(outcome: Outcome): string {
  if (!('measurements' in outcome)) return JSON.stringify(outcome)
  const { measurements, ...head } = outcome
  return jsonWithRows(head, 'measurements', measurements.map(withFiniteNumbers))
}

/** A failed request counts as infinitely slow; JSON has no such number. */
function withFiniteNumbers(measurement: Measurement): object {
  return measurement.measured === Number.POSITIVE_INFINITY ? { ...measurement, measured: 1e9 } : measurement
}
