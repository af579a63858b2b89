import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Budget, CannotMeasure } from './budget.ts'
import { describeMachine, machineLine } from './report/machine.ts'
import { isGood, type Outcome } from './report/outcome.ts'
import { keepResults, newestResults } from './report/results.ts'
import { updateTables } from './report/tables.ts'
import { outcomeText } from './report/text.ts'

/**
 * Measures the budgets that are asked for by name, all of them where none is, prints every figure beside its goal, keeps the
 * figures in the file of the day, and puts the newest of every budget into the page. Leaves with 0 where every goal was met, with 1
 * where one was missed or could not be measured, with 2 for a name that is none.
 */
export async function measureAll(budgets: readonly Budget[], asked: readonly string[], page: string): Promise<void> {
  const unknown = asked.filter((name) => !budgets.some((budget) => budget.name === name))
  if (unknown.length > 0) {
    console.error(
      `There is no budget called ${unknown.join(', ')}. There are: ${budgets.map(({ name }) => name).join(', ')}`,
    )
    process.exit(2)
  }
  const chosen = asked.length === 0 ? budgets : budgets.filter(({ name }) => asked.includes(name))
  const now = new Date()
  console.log(machineLine(describeMachine(now)))
  const outcomes: Outcome[] = []
  for (const budget of chosen) {
    const outcome = await measure(budget)
    console.log(outcomeText(outcome))
    outcomes.push(outcome)
  }
  const path = keepResults(outcomes, now.toISOString().slice(0, 10))
  const newest = newestResults()
  updateTables(
    page,
    budgets.flatMap(({ name }) => newest.get(name) ?? []),
  )
  const good = outcomes.filter(isGood).length
  console.log(`${good} of ${outcomes.length} groups reached their goals; written to ${path}`)
  process.exitCode = good === outcomes.length ? 0 : 1
}

async function measure(budget: Budget): Promise<Outcome> {
  const { name, title } = budget
  const machine = describeMachine(new Date())
  const scratch = mkdtempSync(join(tmpdir(), 'omen-bench-'))
  try {
    return { name, title, machine, measurements: await budget.run(scratch) }
  } catch (error) {
    // The stack names folders of this machine: it is for the terminal, not for the results.
    if (!(error instanceof CannotMeasure)) console.error(error)
    return { name, title, machine, missing: error instanceof Error ? error.message : String(error) }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
