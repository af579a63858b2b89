import { type Command, Option } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { addOutputOptions, positive } from '../../options.ts'
import { count } from '../../render/figures.ts'
import { logLinesCsv, renderLogLines } from '../../render/log-lines.ts'
import {
  addFilterOptions,
  addTargetOptions,
  type FilterOptions,
  filtersOf,
  findTarget,
  type TargetOptions,
} from './log-target.ts'

interface SearchOptions extends TargetOptions, FilterOptions {
  limit: number
  oldest?: boolean
  template?: number
}

const MAX_AT_ONCE = 500

/** `omen logs search` */
export function logsSearch(cli: Cli): Command {
  const command = describeCommand('search', {
    summary: 'search the lines of a project or of an uploaded log file',
    description:
      'Prints the newest lines that match, the oldest of them first. A query is made of words, "phrases in quotes", ' +
      'field=value (instance, service, level>=warn, template, attributes) and /regular expressions/ of RE2, joined by ' +
      'AND (also where nothing stands between them), OR, NOT and parentheses. Words are found in any case.',
    examples: [
      { run: 'omen logs search timeout --project shop --since 2h', does: 'the last 100 lines with the word' },
      {
        run: `omen logs search '"connection refused" level>=error NOT service=probe' --project shop`,
        does: 'a phrase, a level, and what is left out',
      },
      { run: `omen logs search '/took [0-9]{4,} ms/' --file app.log --limit 1000`, does: 'an expression, in a file' },
      { run: `omen logs search disk --project shop --json | jq -r '.lines[].line'`, does: 'for a script' },
    ],
  })
    .argument('[query]', 'all lines if omitted')
    .addOption(new Option('--limit <n>', 'at most so many lines').default(100).argParser(positive))
    .option('--oldest', 'the oldest that match, not the newest')
    .addOption(new Option('--template <id>', 'only lines of this template').argParser(positive))
  addFilterOptions(addTargetOptions(command))
  return addOutputOptions(command, ['text', 'json', 'csv']).action(act<SearchOptions>(cli, runSearch))
}

async function runSearch(run: Run, options: SearchOptions, [q]: string[]): Promise<void> {
  const omen = await run.omen()
  const target = await findTarget(run, omen, options)
  const order = options.oldest ? ('oldest' as const) : ('newest' as const)
  const query = { ...target, ...filtersOf(options), q, templateId: options.template, order }
  const lines = []
  let cursor: string | undefined
  let searchedTo: number | null = null
  let hasTimes = true
  do {
    const limit = Math.min(MAX_AT_ONCE, options.limit - lines.length)
    const page = await omen.logs.lines({ ...query, cursor, limit })
    lines.push(...page.lines)
    cursor = page.next ?? undefined
    ;({ searchedTo, hasTimes } = page)
    // What takes long goes on from where it came to
  } while (cursor !== undefined && lines.length < options.limit)
  const inOrder = options.oldest ? lines : lines.toReversed()
  run.result(
    { success: true, lines: inOrder, isComplete: cursor === undefined, searchedTo },
    { text: () => renderLogLines(inOrder, { ...run, hasTimes }), csv: () => logLinesCsv(inOrder) },
  )
  if (cursor !== undefined) run.note(`There are more than ${count(options.limit)} lines; --limit shows more.`)
  if (lines.length === 0) run.note('No line matches.')
}
