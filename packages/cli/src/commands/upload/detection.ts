import type { Detection, ModelType } from '@omen/sdk'
import type { Command } from 'commander'
import { exitOf } from '../../bulk/exit-of.ts'
import { failAlone } from '../../bulk/fail-alone.ts'
import type { Plan } from '../../bulk/plan.ts'
import type { Cli, Run } from '../../cli.ts'
import { act, describeCommand } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { type FailOnPeriods, parseFailOnPeriods } from '../../fail-on/fail-on-periods.ts'
import { loadDetections } from '../../io/load-detections.ts'
import { addParameterOptions, modelTypeOption, requireModelName, requireParameters } from '../../options.ts'
import { outcomesJson, renderOutcomes } from '../../render/outcomes.ts'
import { addBulkOptions, type BulkOptions, sendFiles } from './bulk-options.ts'

export interface DetectionOptions extends BulkOptions {
  model: string
  modelType?: ModelType
  modelUser?: string
  pvalue?: string
  cvalue?: string
  failOn?: FailOnPeriods
}

/** Adds the options that a detection takes. */
export function addDetectionOptions(command: Command): Command {
  command
    .requiredOption('--model <name>', 'name of the model, or name@owner for one that is shared with you')
    .addOption(modelTypeOption('type of the model (default: Holistic)'))
    .option('--model-user <account>', 'owner of the model, where it is shared with you')
  return addParameterOptions(command).option(
    '--fail-on <rule>',
    'exit with 3 on severity>=N, severity>N, anomalies>=N or any',
    parseFailOnPeriods,
  )
}

/** `omen upload detection` */
export function uploadDetection(cli: Cli): Command {
  const command = describeCommand('detection', {
    summary: 'run a model on many files; "omen detect" shows one in full',
    examples: [
      { run: 'omen upload detection day*.csv --model checkout', does: 'one line per file, worst first' },
      { run: 'omen upload detection runs/ --model checkout --fail-on severity>=7 --json', does: 'in a pipeline' },
    ],
  }).argument('<file...>', 'files, folders, or "-" for standard input')
  return addBulkOptions(addDetectionOptions(command)).action(act<DetectionOptions>(cli, runDetection))
}

async function runDetection(run: Run, options: DetectionOptions, paths: string[]): Promise<void> {
  const outcomes = await sendFiles(run, paths, detectionPlan(options), options)
  failAlone(outcomes)
  const detections = await loadDetections(await run.omen(), outcomes)
  run.result(outcomesJson(outcomes, detections), () => renderOutcomes(outcomes, run, detections))
  const isBad = ({ periods }: Detection) => options.failOn?.matches(periods) === true
  const failed = exitOf(outcomes)
  run.exitWith(failed === exitCode.ok && [...detections.values()].some(isBad) ? exitCode.anomalies : failed)
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
