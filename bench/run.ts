// Measures the budgets and says which are met: node bench/run.ts [name…]; without names all of them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Budget, CannotMeasure } from './budget.ts'
import { budgets } from './budgets/index.ts'
import { describeMachine, machineLine } from './report/machine.ts'
import { isGood, type Outcome } from './report/outcome.ts'
import { updateReadme } from './report/readme.ts'
import { keepResults, newestResults } from './report/results.ts'
import { outcomeText } from './report/text.ts'

const chosen = choose(process.argv.slice(2))
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
updateReadme(budgets.flatMap((budget) => newest.get(budget.name) ?? []))
const good = outcomes.filter(isGood).length
console.log(`${good} of ${outcomes.length} groups within their budgets; written to ${path}`)
process.exitCode = good === outcomes.length ? 0 : 1

function choose(names: readonly string[]): readonly Budget[] {
  const unknown = names.filter((name) => !budgets.some((budget) => budget.name === name))
  if (unknown.length > 0) {
    console.error(
      `There is no budget called ${unknown.join(', ')}. There are: ${budgets.map((b) => b.name).join(', ')}`,
    )
    process.exit(2)
  }
  return names.length === 0 ? budgets : budgets.filter((budget) => names.includes(budget.name))
}

async function measure(budget: Budget): Promise<Outcome> {
  const { name, title } = budget
  const machine = describeMachine(new Date())
  const scratch = mkdtempSync(join(tmpdir(), 'omen-bench-'))
  try {
    return { name, title, machine, measurements: await budget.run(scratch) }
  } catch (error) {
    const reason = error instanceof CannotMeasure ? error.message : String((error as Error).stack ?? error)
    return { name, title, machine, missing: reason }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
