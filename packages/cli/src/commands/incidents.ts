import { writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { requireOneStdin } from '../io/require-one-stdin.ts'
import { requireParameters } from '../options.ts'
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
  return describeCommand('incidents', {
    summary: 'put what is abnormal together into incidents, without a server',
    description:
      'Learns a model from a quiet time, runs it on a file, and puts abnormal stretches, silent instances and findings of a ' +
      'log together where they overlap or follow each other closely. Of each incident it tells what it is about, since when, ' +
      'for how long, how badly, and which series it most likely began with.',
    examples: [
      { run: 'omen incidents day.csv --train quiet.csv', does: 'one line an incident, in the order of time' },
      { run: 'omen incidents day.csv --train quiet.csv --log app.log --lang zh-CN', does: 'with a log, in Chinese' },
      { run: 'zcat day.csv.gz | omen incidents - --train quiet.csv --json', does: 'from a pipe, for a program' },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .requiredOption('--train <file>', 'a table of the same series from a quiet time')
    .option('--log <file>', 'a log of the same time: new, frequent and missing messages')
    .option('--pvalue <number>', '1 - pvalue is the chance that a normal sample is flagged (default: 0.99)')
    .option('--cvalue <n>', 'flagged samples in a row that make an anomaly (default: 5)')
    .addOption(new Option('--lang <language>', 'language of the titles').choices(['en', 'zh-CN']).default('en'))
    .option('-o, --out <file>', 'write the incidents as CSV into a file')
    .action(act<IncidentsOptions>(cli, runIncidents))
}

async function runIncidents(run: Run, options: IncidentsOptions, [path = '-']: string[]): Promise<void> {
  requireParameters(options)
  const { train, log, lang, out } = options
  requireOneStdin([path, train, log])
  const { listIncidents } = await import('../detect/find-incidents.ts')
  const { incidentsCsv, incidentsJson, renderIncidents } = await import('../render/incidents.ts')
  const { usualOptions } = await import('../detect/find-anomalies.ts')
  const pvalue = Number(options.pvalue ?? usualOptions.pvalue)
  const cvalue = Number(options.cvalue ?? usualOptions.cvalue)
  const listed = await listIncidents(path, { train, log, pvalue, cvalue }, run.io.stdin)
  run.note(listed.remark)
  if (out !== undefined) {
    await writeFile(out, incidentsCsv(listed, lang))
    run.note(`${counted(listed.found.length, 'incident')} in ${out}.`)
  }
  run.result(incidentsJson(listed, lang), () => (out === undefined ? renderIncidents(listed, lang, run) : ''))
}
