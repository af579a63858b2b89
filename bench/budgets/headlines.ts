import { figureText, goalText, type Outcome, verdict } from '../report/outcome.ts'
import { markdownTable } from '../report/tables.ts'

/** The table of the README: of each group the first figure that has a goal, and how many of its goals were met. */
export function headlines(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { name, machine } = outcome
    if (!('measurements' in outcome)) return [`\`${name}\``, `not measured: ${outcome.missing}`, '', '', '', '']
    const judged = outcome.measurements.filter(({ goal }) => goal !== undefined)
    const met = judged.filter((one) => verdict(one).startsWith('met')).length
    const [first] = judged
    return [
      `\`${name}\``,
      ...(first === undefined ? ['no goal', '', ''] : [first.what, figureText(first), goalText(first)]),
      `${met} of ${judged.length}`,
      machine.date.slice(0, 10),
    ]
  })
  return markdownTable([['Group', 'First goal', 'Measured', 'Goal', 'Goals met', 'Date'], ...rows])
}
