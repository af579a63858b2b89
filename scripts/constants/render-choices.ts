import { type ChosenRecord, readChosen } from '../../bench/constants/chosen.ts'
import { groups } from '../../bench/constants/groups.ts'
import { header, row } from './markdown-table.ts'

const kept =
  'The engine keeps the values that it had; the tables that judge them give their figures with what was chosen as well.'

/** The constants, as file and name, that a search chose whose values the engine does not have. */
export function namesChosenElsewhere(): ReadonlySet<string> {
  const compared = Object.entries(groups).filter(([, { isCompared }]) => isCompared)
  return new Set(
    compared.flatMap(([name]) => (readChosen(name)?.choices ?? []).map((one) => `${one.file} ${one.name}`)),
  )
}

/** The section of the page that says what each value of a constant that was chosen by search loses. */
export function renderChoices(): string {
  const sections = Object.entries(groups).flatMap(([name, { about, isCompared }]) => {
    const record = readChosen(name)
    return record === undefined ? [] : [renderGroup(name, isCompared ? `${about} ${kept}` : about, record)]
  })
  return `## How they were chosen

\`node bench/constants/run.ts <group>\` begins with a value of each constant that is drawn at random, so that what the engine had before plays no part, or with what a search chose before it,
and gives one constant after another the value that loses least while the others stay. Each value is written with what it loses, the others as they were when its constant was looked at last.

${sections.join('\n\n')}`
}

function renderGroup(name: string, about: string, { begunWith, rounds, choices }: ChosenRecord): string {
  const rows = choices.map((one) =>
    row(
      `\`${one.name}\`${one.part === undefined ? '' : `, ${one.part}`}`,
      one.chosen,
      one.values.map((value, k) => `${value}: ${one.losses[k]}`).join('; '),
    ),
  )
  return `### ${name}

${about} Begun with ${begunWith === 'chosen' ? 'what was chosen by an earlier search' : `seed ${begunWith}`}, ${rounds === 1 ? 'one round' : `${rounds} rounds`}.

${header('Constant', 'Chosen', 'What each value loses')}
${rows.join('\n')}`
}
