import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { addOutputOptions, durationMs } from '../options.ts'
import { counted } from '../render/figures.ts'
import type { Language } from '../render/language.ts'
import type { Question } from './explain-file.ts'

interface CausesOptions extends Question {
  lang: Language
}

/** `omen causes` */
export function causes(cli: Cli): Command {
  const command = describeCommand('causes', {
    summary: 'rank the likely causes of an incident, without a server',
    description:
      'Ranks the series that moved in an incident by the evidence that it began with them: how far they deviated from ' +
      'the values before, how early, for how long, how many metrics of their instance moved, and what was changed ' +
      'there. Symptoms, which began clearly later, are listed apart. Give the time with --from and --to, to about a ' +
      'minute; with --train instead, a model trained on normal data finds the worst incident. What came first is not ' +
      'proven to be the cause.',
    examples: [
      {
        run: 'omen causes day.csv --from "2026-11-20 10:42" --to "2026-11-20 11:10"',
        does: 'an incident with given start and end',
      },
      { run: 'omen causes day.csv --train quiet.csv', does: 'the worst incident of the day' },
      {
        run: 'omen causes day.csv --train quiet.csv --changes changes.csv --log app.log --json',
        does: 'with deployments and messages beside it, for a program',
      },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .option('--from <time>', 'when it began: epoch ms or ISO 8601; without a zone, local time')
    .option('--to <time>', 'when it ended (default: the end of the file)')
    .option('--train <file>', 'a table of the same series from a normal time')
    .option(
      '--before <duration>',
      'how much data before it defines normal (default: 1h; a day where the incident is longer than 8h)',
      durationMs,
    )
    .option('--changes <file>', 'what was changed: a CSV with the columns time,kind,instance,text')
    .option('--log <file>', 'a log of the same time: new, frequent and missing messages')
    .addOption(new Option('--lang <language>', 'language of the reasons').choices(['en', 'zh-CN']).default('en'))
  return addOutputOptions(command, ['text', 'json', 'csv']).action(act<CausesOptions>(cli, runCauses))
}

async function runCauses(run: Run, options: CausesOptions, [path = '-']: string[]): Promise<void> {
  const { explainFile } = await import('./explain-file.ts')
  const explained = await explainFile(path, options, run.io)
  run.note(explained.remark)
  const { causesCsv } = await import('../render/causes-csv.ts')
  const { causesJson, renderCauses } = await import('../render/causes.ts')
  run.result(causesJson(explained, options), {
    text: () => renderCauses(explained, options.lang, run),
    csv: () => causesCsv(explained.ranking, options.lang),
  })
  if (run.file)
    run.note(`${counted(explained.ranking.causes.length, 'ranked series', 'ranked series')} in ${run.file.path}.`)
}
