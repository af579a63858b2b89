import { type Command, InvalidArgumentError } from 'commander'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { type FoundInLog, parseFailOnFindings } from '../../fail-on/fail-on-findings.ts'
import { checkRules, type FailOnRule } from '../../fail-on/gate.ts'
import type { AnalysedLog } from '../../io/analyse-log.ts'
import { addOutputOptions, failOnOption } from '../../options.ts'
import { counted } from '../../render/figures.ts'
import { logReport } from '../../render/gate-reports.ts'
import { junit } from '../../render/junit.ts'
import { sarif } from '../../render/sarif.ts'
import { addTargetOptions, hasTarget, refuseBoth, requireFile, type TargetOptions } from './log-target.ts'

interface FindingsOptions extends TargetOptions {
  sensitivity: number
  failOn?: FailOnRule<readonly FoundInLog[]>[]
}

/** `omen logs findings` */
export function logsFindings(cli: Cli): Command {
  const command = describeCommand('findings', {
    summary: 'find anomalies in a log, without a server, or list those of one on the server',
    description:
      'Finds messages that are new or rare, far more frequent than before (hot), regular but stopped (cold), out of ' +
      'sequence, or that contain an unusual number. The file holds raw lines or bare messages; ".gz" is unpacked. ' +
      'Without timestamps nothing is hot or cold. Each finding has a probability, as for metrics; at sensitivity 3 ' +
      'about five findings of each kind occur by chance in a log of any length. With --project or --file, what the server has ' +
      'found in a project or an uploaded log file, the most severe first.',
    examples: [
      { run: 'omen logs findings app.log', does: 'lists anomalies, the least probable first' },
      {
        run: 'omen logs findings app.log --out findings.csv --sensitivity 4',
        does: 'more findings, as CSV with an example line',
      },
      {
        run: 'omen logs findings run.log --fail-on "probability<1e-6"',
        does: 'fails a build; 3 means findings, 1 a failure',
      },
      { run: 'zcat app.log.gz | omen logs findings - --json', does: 'from a pipe, as JSON' },
      { run: `omen logs findings --project shop --since 1h --fail-on new`, does: 'of a project on the server' },
    ],
  })
    .argument('[file]', 'a log on this machine, or "-" for standard input')
    .option('--sensitivity <n>', '1 (only clear findings) to 5 (many by chance)', sensitivity, 3)
    .addOption(failOnOption('probability<P, findings>N, a kind or any', parseFailOnFindings))
  return addOutputOptions(addTargetOptions(command), ['text', 'json', 'csv', 'junit', 'sarif']).action(
    act<FindingsOptions>(cli, runFindings),
  )
}

function sensitivity(text: string): number {
  if (!/^[1-5]$/.test(text)) throw new InvalidArgumentError('It must be 1, 2, 3, 4 or 5.')
  return Number(text)
}

/** Expected findings by chance, per kind: ten times more with each step. */
const byChance = (step: number): number => 5 * 10 ** (step - 3)

async function runFindings(run: Run, options: FindingsOptions, [file]: string[]): Promise<void> {
  if (hasTarget(options)) {
    refuseBoth(file)
    const { showServerFindings } = await import('./server-findings.ts')
    return showServerFindings(run, options)
  }
  const path = requireFile(file)
  const { analyseLog } = await import('../../io/analyse-log.ts')
  const { renderLogFindings } = await import('../../render/log-findings.ts')
  const log = await analyseLog(path, run.io.stdin, {
    pvalue: options.sensitivity < 5 ? 0.999 : 0.99,
    maxByChance: byChance(options.sensitivity),
    year: new Date(run.io.clock.now()).getUTCFullYear(),
  })
  run.note(remarks(log))
  const { logFindingsCsv } = await import('../../render/log-findings-csv.ts')
  const gate = checkRules(options.failOn, log.findings)
  const texts = new Map(log.templates.map(({ id, text }) => [id, text]))
  const templateOf = (id: number) => texts.get(id) ?? '<*>'
  const report = () => logReport(path, { findings: log.findings, templateOf }, gate)
  run.result(
    { success: true, ...findingsJson(log), out: run.file?.path, failOn: gate },
    {
      text: () => renderLogFindings(log, run),
      csv: () => logFindingsCsv(log),
      junit: () => junit(report()),
      sarif: () => sarif(report()),
    },
  )
  if (run.file) run.note(`${counted(log.findings.length, 'finding')} in ${run.file.path}.`)
  run.close(gate)
}

function findingsJson({ findings, templates, examples, lines, evaluated, bucketMs, ...log }: AnalysedLog): object {
  const texts = new Map(templates.map(({ id, text }) => [id, text]))
  const { droppedFindings, forgotten, cutLines, layout } = log
  return {
    lines,
    templates: templates.length,
    evaluated,
    bucketMs,
    droppedFindings,
    forgotten,
    cutLines,
    layout,
    findings: findings.map((one) => ({
      ...one,
      template: texts.get(one.templateId) ?? '<*>',
      example: examples.get(one.line) ?? '',
    })),
  }
}

function remarks({ lines, templates, events, cutLines, forgotten, droppedFindings }: AnalysedLog): string {
  if (lines === 0) return 'The log is empty: it has no lines to find anomalies in.'
  const remarks = [`${counted(lines, 'line')}, ${counted(templates.length, 'template')}.`]
  if (events.length === 0 || Number.isNaN(events.timeAt(0)))
    remarks.push('The lines have no recognised timestamps, so hot and cold templates are not looked for.')
  if (cutLines > 0) remarks.push(`${counted(cutLines, 'line')} longer than 64 KiB: only the beginning was read.`)
  if (forgotten.templates > 0)
    remarks.push(
      `${counted(forgotten.templates, 'template')} dropped to save memory, with ${counted(forgotten.messages, 'line')}.`,
    )
  if (droppedFindings > 0)
    remarks.push(`${counted(droppedFindings, 'finding')} more were left out, the most probable ones.`)
  return remarks.join('\n')
}
