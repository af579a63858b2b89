import { type Command, Option } from 'commander'
import type { Cli, Run } from '../cli.ts'
import { act, describeCommand } from '../command.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { requireOneStdin } from '../io/require-one-stdin.ts'
import { addOutputOptions, addParameterOptions, failOnIncidentsOption, readParameters } from '../options.ts'
import { counted } from '../render/figures.ts'
import { incidentReport } from '../render/gate-reports.ts'
import { junit } from '../render/junit.ts'
import type { Language } from '../render/language.ts'
import { sarif } from '../render/sarif.ts'
import type { RatedIncident } from '../results/gated-incident.ts'
import { decideIncident } from './incidents/decide.ts'
import { incidentsExport } from './incidents/export.ts'
import { incidentsList } from './incidents/list.ts'
import { incidentsMerge } from './incidents/merge.ts'
import { incidentsNote } from './incidents/note.ts'
import { incidentsShow } from './incidents/show.ts'
import { incidentsSplit } from './incidents/split.ts'
import { incidentsStar } from './incidents/star.ts'

interface IncidentsOptions {
  train: string
  log?: string
  pvalue?: string
  cvalue?: string
  lang: Language
  failOn?: FailOnRule<readonly RatedIncident[]>[]
}

/** `omen incidents` */
export function incidents(cli: Cli): Command {
  const command = describeCommand('incidents', {
    summary: 'incidents of projects; without a server, group the anomalies of a file into incidents',
    description:
      'Trains a model on normal data, runs it on a file, and groups abnormal periods, silent instances and log findings ' +
      'into incidents where they overlap or follow each other closely. For each incident it reports what it is about, ' +
      'when it began, how long it lasted, how severe it was, and which series it most likely began with.',
    examples: [
      { run: 'omen incidents list', does: 'those of projects, by the server' },
      { run: 'omen incidents day.csv --train quiet.csv', does: 'one line per incident, in order of time' },
      { run: 'omen incidents day.csv --train quiet.csv --log app.log --lang zh-CN', does: 'with a log, in Chinese' },
      { run: 'omen incidents day.csv --train quiet.csv --fail-on "severity>=7"', does: 'fails a build, with 3' },
      { run: 'zcat day.csv.gz | omen incidents - --train quiet.csv --json', does: 'from a pipe, as JSON' },
    ],
  })
    .argument('<file>', 'a table of metrics as CSV, or "-" for standard input')
    .requiredOption('--train <file>', 'a table of the same series from a normal time')
    .option('--log <file>', 'a log of the same time: new, frequent and missing messages')
  command.addCommand(incidentsList(cli)).addCommand(incidentsShow(cli))
  for (const action of ['acknowledge', 'resolve', 'reopen'] as const) command.addCommand(decideIncident(cli, action))
  for (const make of [incidentsMerge, incidentsSplit, incidentsNote, incidentsStar, incidentsExport])
    command.addCommand(make(cli))
  addParameterOptions(command, { hasPeers: false })
    .addOption(new Option('--lang <language>', 'language of the titles').choices(['en', 'zh-CN']).default('en'))
    .addOption(failOnIncidentsOption())
  return addOutputOptions(command, ['text', 'json', 'csv', 'junit', 'sarif']).action(
    act<IncidentsOptions>(cli, runIncidents),
  )
}

async function runIncidents(run: Run, options: IncidentsOptions, [path = '-']: string[]): Promise<void> {
  const { train, log, lang, failOn } = options
  const parameters = readParameters({ pvalue: options.pvalue, cvalue: options.cvalue })
  requireOneStdin([path, train, log])
  const { readIncidents } = await import('./read-incidents.ts')
  const { gatedIncidents, incidentsCsv, incidentsJson, renderIncidents } = await import('../render/incidents.ts')
  const listed = await readIncidents(path, { train, log }, parameters, run.io.stdin)
  run.note(listed.remark)
  const gated = gatedIncidents(listed, lang)
  const gate = checkRules(failOn, gated)
  const report = () => incidentReport(path, gated, gate)
  run.result(
    { ...incidentsJson(listed, lang), failOn: gate },
    {
      text: () => renderIncidents(listed, lang, run),
      csv: () => incidentsCsv(listed, lang),
      junit: () => junit(report()),
      sarif: () => sarif(report()),
    },
  )
  if (run.file) run.note(`${counted(listed.found.length, 'incident')} in ${run.file.path}.`)
  run.close(gate)
}
