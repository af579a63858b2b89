import { type ChosenRecord, readChosen } from '../../bench/constants/chosen.ts'
import { groups } from '../../bench/constants/groups.ts'
import { header, row } from './markdown-table.ts'

/** The section of the page that says what each value of a constant that was chosen by search loses. */
export function renderChoices(): string {
  const sections = Object.entries(groups).flatMap(([name, { about }]) => {
    const record = readChosen(name)
    return record === undefined ? [] : [renderGroup(name, about, record)]
  })
  return `## How they were chosen

\`node bench/constants/run.ts <group>\` begins with a value of each constant that is drawn at random, so that what was chosen before plays no part, and gives
one constant after another the value that loses least while the others stay. Each value is written with what it loses, the others as chosen.

${sections.join('\n\n')}`
}

function renderGroup(name: string, about: string, { seed, rounds, choices }: ChosenRecord): string {
  const rows = choices.map((one) =>
    row(
      `\`${one.name}\`${one.part === undefined ? '' : `, ${one.part}`}`,
      one.chosen,
      one.values.map((value, k) => `${value}: ${one.losses[k]}`).join('; '),
    ),
  )
  return `### ${name}

${about} Begun with seed ${seed}, ${rounds} rounds.

${header('Constant', 'Chosen', 'What each value loses')}
${rows.join('\n')}`
}
