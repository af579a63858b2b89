import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Budget, CannotMeasure } from './budget.ts'
import { describeMachine, machineLine } from './report/machine.ts'
import { isGood, type Outcome } from './report/outcome.ts'
import { readResults, updateResults } from './report/results.ts'
import { updateTable } from './report/tables.ts'
import { outcomeText } from './report/text.ts'

/** The files that the figures of some budgets are written to. */
export type Published = {
  /** All figures, as JSON. */
  readonly results: string
  /** A page with a short table between two marks. */
  readonly page: string
  readonly headlines: (outcomes: readonly Outcome[]) => string
}

/**
 * Measures the budgets that `args` names, or all of them, prints every figure beside its goal, and writes the figures to the results and
 * the short table to the page. With `--last` it measures nothing and prints the figures of the results. The exit code is 0 if
 * every goal was met, 1 if one was missed or could not be measured, and 2 for an unknown name.
 */
export async function measureAll(
  budgets: readonly Budget[],
  args: readonly string[],
  { results, page, headlines }: Published,
  print: (text: string) => void = console.log,
): Promise<void> {
  const isLast = args.includes('--last')
  const asked = args.filter((arg) => arg !== '--last')
  const unknown = asked.filter((name) => !budgets.some((budget) => budget.name === name))
  if (unknown.length > 0) {
    console.error(
      `There is no budget called ${unknown.join(', ')}. There are: ${budgets.map(({ name }) => name).join(', ')}`,
    )
    process.exit(2)
  }
  const chosen = asked.length === 0 ? budgets : budgets.filter(({ name }) => asked.includes(name))
  const outcomes = isLast ? lastOf(chosen, results) : await measureEach(chosen, print)
  if (isLast) for (const outcome of outcomes) print(`${outcomeText(outcome)}  ${machineLine(outcome.machine)}`)
  else {
    const names = budgets.map(({ name }) => name)
    updateTable(page, headlines(updateResults(results, outcomes, names)))
    print(`The figures were written to ${results}.`)
  }
  const good = outcomes.filter(isGood).length
  print(`${good} of ${outcomes.length} groups reached their goals.`)
  process.exitCode = good === outcomes.length ? 0 : 1
}

function lastOf(budgets: readonly Budget[], results: string): Outcome[] {
  return readResults(results).filter(({ name }) => budgets.some((budget) => budget.name === name))
}

async function measureEach(budgets: readonly Budget[], print: (text: string) => void): Promise<Outcome[]> {
  print(machineLine(describeMachine(new Date())))
  const outcomes: Outcome[] = []
  for (const budget of budgets) {
    const outcome = await measure(budget)
    print(outcomeText(outcome))
    outcomes.push(outcome)
  }
  return outcomes
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
