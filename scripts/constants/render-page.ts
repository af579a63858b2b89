import { header, row } from './markdown-table.ts'
import { corpora, kinds, type Table, tables } from './origin.ts'
import { namesChosenElsewhere, renderChoices } from './render-choices.ts'
import { chosenOn, isJudgedOutOfFold, type TracedConstant, tablesOnOwnData } from './trace-constants.ts'

const longestValue = 320

const introduction = `# Constants of the engine

Each number that decides what the engine finds: its value, what it is, where it comes from, on which data it was chosen, and which table
of [Accuracy](accuracy.md#results) judges it. A constant that was chosen on the data of a table makes that table look better than
data that nobody has seen would; [how these are judged instead](#chosen-on-the-data-of-a-table) is explained first.

Listed are the constants at the top of the files of \`packages/engine/src\`; numbers within a function are explained where they stand. This page
is written by \`pnpm gen\` from the sources and from \`scripts/constants/origins\`; a constant without an origin fails \`pnpm gen --check\`.`

/** The page as Markdown. */
export function renderPage(constants: readonly TracedConstant[]): string {
  const sections = [...Map.groupBy(constants, ({ file }) => file.split('/')[0]!)].map(
    ([folder, members]) => `## ${folder}\n\n${[...byFile(members)].map(renderFile).join('\n\n')}`,
  )
  return `${[introduction, renderKinds(constants), renderOwnData(constants), renderTables(), renderChoices(), ...sections].join('\n\n')}\n`
}

function renderKinds(constants: readonly TracedConstant[]): string {
  const rows = Object.entries(kinds).map(([kind, meaning]) => {
    const count = constants.filter(({ origin }) => origin.from === kind).length
    return row(kind, `${count}`, meaning)
  })
  return `## Where they come from\n\n${header('Origin', 'Constants', 'Meaning')}\n${rows.join('\n')}`
}

function renderOwnData(constants: readonly TracedConstant[]): string {
  const elsewhere = namesChosenElsewhere()
  const rows = (Object.keys(tables) as Table[]).flatMap((table) => {
    const own = constants.filter((constant) => tablesOnOwnData(constant).includes(table))
    if (own.length === 0) return []
    const data = tables[table].filter((corpus) => own.some((constant) => chosenOn(constant).includes(corpus)))
    const names = [...byFile(own)].map(
      ([file, members]) => `${members.map(({ name }) => `\`${name}\``).join(', ')} of \`${file}\``,
    )
    const others = own.filter(({ file, name }) => !elsewhere.has(`${file} ${name}`))
    const without = others.length === 0 ? 'all' : `all but ${others.map(({ name }) => `\`${name}\``).join(', ')}`
    return [
      row(
        ...[`\`${table}\``, data.map((corpus) => corpora[corpus]).join(', ')],
        ...[`${own.length}`, without, names.join('; ')],
      ),
    ]
  })
  return `## Chosen on the data of a table

Simulated data has other seeds in the tables than it had when constants were chosen, but comes from the same simulators. Of NAB and the other sets of data the
tables use the very files. So there are two sets of the constants below, and each is judged by data that it was not chosen on; \`pnpm gen --check\` fails where one has no such judge. The shipped ones were chosen while looking at the data named here: \`stream-elsewhere\`
judges them, on series none of them was chosen on. The others were [chosen elsewhere](#how-they-were-chosen): they are what these tables judge, in the figures "constants chosen without NAB" and "constants chosen elsewhere". What these tables show of the shipped ones besides is marked "own data":
it is held to its goals so that it does not get worse, and judges nothing. [Accuracy](accuracy.md#what-the-figures-do-not-show) compares the two. No other constant was chosen on data that has a goal in a table of its own: not those of trained models, log templates,
log findings, causes, forecasts, rollouts or incidents. Rows without a goal may be of such data, to compare.

${header('Table', 'Data', 'Constants', 'Chosen elsewhere as well', 'Which')}
${rows.join('\n')}`
}

function renderTables(): string {
  const rows = Object.entries(tables).map(([table, data]) =>
    row(`\`${table}\``, data.map((corpus) => corpora[corpus]).join(', ')),
  )
  return `## What the tables are measured on

A table is what a group of \`bench/detection/run.ts\` prints.

${header('Table', 'Data')}
${rows.join('\n')}`
}

function renderFile([file, members]: readonly [string, readonly TracedConstant[]]): string {
  const judgedBy = members[0]!.judgedBy.map((table) => `\`${table}\``)
  const layout = members.filter(({ origin }) => origin.from === 'layout')
  const others = members.filter((member) => !layout.includes(member))
  const lines = [`### ${file}`, judgedBy.length > 0 ? `Judged by ${judgedBy.join(', ')}.` : 'No table judges these.']
  if (others.length > 0)
    lines.push([header('Constant', 'Value', 'What it is', 'Origin', 'Chosen on'), ...others.map(renderRow)].join('\n'))
  if (layout.length > 0)
    lines.push(`Layout: ${layout.map(({ name, value }) => `\`${name}\` = ${code(value)}`).join(', ')}.`)
  return lines.join('\n\n')
}

function renderRow(constant: TracedConstant): string {
  const { name, value, meaning, origin } = constant
  const source = 'source' in origin ? `: ${origin.source}` : ''
  const note = origin.note === undefined ? '' : `; ${origin.note}`
  const on = chosenOn(constant).map((corpus) => corpora[corpus])
  const data = on.length === 0 ? '' : `${on.join(', ')}${judgement(constant)}`
  return row(`\`${name}\``, code(value), meaning, `${origin.from}${source}${note}`, data)
}

function judgement(constant: TracedConstant): string {
  if (isJudgedOutOfFold(constant)) return ', each judged with what the others chose'
  return tablesOnOwnData(constant).length > 0 ? ', **judged elsewhere**' : ''
}

function byFile(constants: readonly TracedConstant[]): Map<string, TracedConstant[]> {
  return Map.groupBy(constants, ({ file }) => file)
}

function code(value: string): string {
  const short = value.length > longestValue ? `${value.slice(0, longestValue)} …` : value
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``
}
