import type { Measurement } from '../budget.ts'
import { chosenOverrides } from './chosen.ts'
import { groups } from './groups.ts'
import { tableWith } from './measure-with.ts'

/** What costs time or memory says nothing of accuracy. */
const COSTS: ReadonlySet<string> = new Set(['ms', 's', 'µs', 'µs / point', 'MB', 'kB', 'rows/s'])

/** The figures of a table that have a goal, with constants of the engine that a group chose on other data; none where the engine has what was chosen. */
export async function chosenElsewhere(table: string): Promise<Measurement[]> {
  const group = Object.entries(groups).find(([, one]) => one.isCompared && one.judges.includes(table))
  if (group === undefined) return []
  const [name, { choices }] = group
  const figures = await tableWith(table, chosenOverrides(name, choices))
  return figures
    .filter(({ goal, unit }) => goal !== undefined && !COSTS.has(unit))
    .map((one) => ({ ...one, what: `${one.what}, constants chosen elsewhere` }))
}
