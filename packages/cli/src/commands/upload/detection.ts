import type { Detection, ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import { exitOf } from '../../bulk/exit-of.ts'
import { failAlone } from '../../bulk/fail-alone.ts'
import type { Plan } from '../../bulk/plan.ts'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { type Findings, parseFailOnPeriods } from '../../fail-on/fail-on-periods.ts'
import { checkEach, checkRules, type FailOnRule } from '../../fail-on/gate.ts'
import { loadDetections } from '../../io/load-detections.ts'
import {
  addOutputOptions,
  addParameterOptions,
  failOnOption,
  languageOption,
  modelTypeOption,
  requireModelName,
  requireParameters,
} from '../../options.ts'
import { junit } from '../../render/junit.ts'
import { outcomeReport, outcomesCsv, outcomesJson, outcomesMarkdown, renderOutcomes } from '../../render/outcomes.ts'
import { sarif } from '../../render/sarif.ts'
import { addBulkOptions, type BulkOptions, sendFiles } from './bulk-options.ts'
import { sayNotes } from './say-notes.ts'

export interface DetectionOptions extends BulkOptions {
  model: string
  modelType?: ModelType
  modelUser?: string
  pvalue?: string
  cvalue?: string
  failOn?: FailOnRule<Findings>[]
}

/** Adds the options that a detection takes. */
export function addDetectionOptions(command: Command): Command {
  command
    .requiredOption('--model <name>', 'name of the model, or name@owner for one that is shared with you')
    .addOption(modelTypeOption('type of the model (default: Holistic)'))
    .option('--model-user <account>', 'owner of the model, where it is shared with you')
    .addOption(languageOption())
  return addParameterOptions(command).addOption(
    failOnOption('severity>=N (0 to 10), incidents>=N, anomalies>=N, gaps>=N or any', parseFailOnPeriods),
  )
}

/** `omen upload detection` */
export function uploadDetection(cli: Cli): Command {
  const command = describeCommand('detection', {
    summary: 'run a model on many files; "omen detect" shows one in full',
    examples: [
      { run: 'omen upload detection day*.csv --model checkout', does: 'one line per file, worst first' },
      { run: 'omen upload detection runs/ --model checkout --fail-on "severity>=7" --json', does: 'in a pipeline' },
    ],
  }).argument('<file...>', 'tables, folders of them (logs are left out), or "-" for standard input')
  return addOutputOptions(addBulkOptions(addDetectionOptions(command)), [
    ...(['text', 'json', 'csv', 'md', 'junit', 'sarif'] as const),
  ]).action(act<DetectionOptions>(cli, runDetection))
}

/** Failed files that are named beside a result in a file. */
const MAX_NAMED = 5

async function runDetection(run: Run, options: DetectionOptions, paths: string[]): Promise<void> {
  const outcomes = await sendFiles(run, paths, detectionPlan(options), options)
  failAlone(outcomes)
  const detections = await loadDetections(await run.omen(), outcomes)
  const { url } = await run.connection()
  const subjects = [...detections].map(([name, subject]) => ({ name, subject }))
  const gate = checkEach(options.failOn, subjects)
  const isFailing = (found: Detection) => checkRules(options.failOn, found)?.matched ?? hasFindings(found)
  const report = () => outcomeReport('omen upload detection', outcomes, detections, { gate, isFailing, url })
  run.result(
    { ...outcomesJson(outcomes, { detections, url }), failOn: gate },
    {
      text: () => renderOutcomes(outcomes, run, detections),
      csv: () => outcomesCsv(outcomes, detections),
      md: () => outcomesMarkdown(outcomes, detections),
      junit: () => junit(report()),
      sarif: () => sarif(report()),
    },
  )
  const failed = outcomes.filter(({ state }) => state === 'failed')
  if (run.file && failed.length > 0) {
    const named = failed.slice(0, MAX_NAMED).map(({ path }) => path)
    const more = failed.length > named.length ? ` and ${failed.length - named.length} more` : ''
    run.note(`${failed.length} of ${outcomes.length} files failed: ${named.join(', ')}${more}`)
  }
  sayNotes(run, outcomes, detections)
  run.exitWith(exitOf(outcomes))
  run.close(gate)
}

/** Whether there is anything at all that a person should see. */
function hasFindings({ incidents }: Findings): boolean {
  return incidents.length > 0
}

/** Parses the options of a detection; throws for invalid ones. */
export function detectionPlan(options: DetectionOptions): Plan {
  requireParameters(options)
  const [model = '', owner] = options.model.split('@')
  requireModelName(model)
  return {
    kind: 'detection',
    model,
    modelType: options.modelType,
    modelUserName: options.modelUser ?? owner,
    pvalue: options.pvalue === undefined ? undefined : Number(options.pvalue),
    cvalue: options.cvalue === undefined ? undefined : Number(options.cvalue),
  }
}
