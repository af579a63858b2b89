import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { requireOneStdin } from '../io/require-one-stdin.ts'
import { addParameterOptions, readParameters } from '../options.ts'
import { counted } from '../render/figures.ts'
import type { Language } from '../render/language.ts'

interface IncidentsOptions {
  train: string
  log?: string
  pvalue?: string
  cvalue?: string
  lang: Language
  out?: string
}

/** `omen incidents` */
export function incidents(cli: Cli): Command {
  const command = describeCommand('incidents', {
    summary: 'group anomalies into incidents, without a server',
    description:
      'Trains a model on normal data, runs it on a file, and groups abnormal periods, silent instances and log findings ' +
      'into incidents where they overlap or follow each other closely. For each incident it reports what it is about, ' +
      'when it began, how long it lasted, how severe it was, and which series it most likely began with.',
    examples: [
      { run: 'omen incidents day.csv --train quiet.csv', does: 'one line per incident, in order of time' },
      { run: 'omen incidents day.csv --train quiet.csv --log app.log --lang zh-CN', does: 'with a log, in Chinese' },
      { run: 'zcat day.csv.gz | omen incidents - --train quiet.csv --json', does: 'from a pipe, as JSON' },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .requiredOption('--train <file>', 'a table of the same series from a normal time')
    .option('--log <file>', 'a log of the same time: new, frequent and missing messages')
  return addParameterOptions(command, { hasPeers: false })
    .addOption(new Option('--lang <language>', 'language of the titles').choices(['en', 'zh-CN']).default('en'))
    .option('-o, --out <file>', 'write the incidents as CSV into a file')
    .action(act<IncidentsOptions>(cli, runIncidents))
}

async function runIncidents(run: Run, options: IncidentsOptions, [path = '-']: string[]): Promise<void> {
  const { train, log, lang, out } = options
  const parameters = readParameters({ pvalue: options.pvalue, cvalue: options.cvalue })
  requireOneStdin([path, train, log])
  const { readIncidents } = await import('./read-incidents.ts')
  const { incidentsCsv, incidentsJson, renderIncidents } = await import('../render/incidents.ts')
  const listed = await readIncidents(path, { train, log }, parameters, run.io.stdin)
  run.note(listed.remark)
  if (out !== undefined) {
    await writeFile(out, incidentsCsv(listed, lang))
    run.note(`${counted(listed.found.length, 'incident')} in ${out}.`)
  }
  run.result(incidentsJson(listed, lang), () => (out === undefined ? renderIncidents(listed, lang, run) : ''))
}
