import type { Measurement } from '../budget.ts'
import { chosenOverrides } from './chosen.ts'
import { groups } from './groups.ts'
import { tableWith } from './measure-with.ts'

/** What costs time or memory says nothing of accuracy. */
const costs: ReadonlySet<string> = new Set(['ms', 's', 'µs', 'µs / point', 'MB', 'kB', 'rows/s'])

/**
 * The figures of a table that have a goal, with constants of the engine that a group chose on other data than that of the table. `module` is that
 * of the table, from this folder.
 */
export async function chosenElsewhere(module: string, group: string): Promise<Measurement[]> {
  const table = await tableWith(module, chosenOverrides(group, groups[group]!.choices))
  return table
    .filter(({ goal, unit }) => goal !== undefined && !costs.has(unit))
    .map((one) => ({ ...one, what: `${one.what}, constants chosen elsewhere` }))
}
