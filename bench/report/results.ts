import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome } from './outcome.ts'

const folder = join(import.meta.dirname, '../results')

/** Keeps the outcomes in the file of their day; a budget that was measured again that day replaces its older figures. */
export function keepResults(outcomes: readonly Outcome[], day: string): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${day}.json`)
  const earlier = existsSync(path) ? readOutcomes(path) : []
  const others = earlier.filter((old) => !outcomes.some((outcome) => outcome.name === old.name))
  writeFileSync(path, `${JSON.stringify([...others, ...outcomes], finite, 2)}\n`)
  return path
}

/** The newest outcome of every budget, over all days. */
export function newestResults(): Map<string, Outcome> {
  const newest = new Map<string, Outcome>()
  const days = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  for (const day of days.sort()) {
    for (const outcome of readOutcomes(join(folder, day))) newest.set(outcome.name, outcome)
  }
  return newest
}

function readOutcomes(path: string): Outcome[] {
  return JSON.parse(readFileSync(path, 'utf8')) as Outcome[]
}

/** A failed request counts as infinitely slow; JSON has no such number. */
function finite(_key: string, value: unknown): unknown {
  return value === Number.POSITIVE_INFINITY ? 1e9 : value
}
