import { type ProjectChanges, type ProjectModelType, projectModelTypeValues } from '@omen/sdk'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { durationMs, type Parameters, positive, requireParameters } from '../../options.ts'

/** The settings of a project as they were typed. */
export interface SettingsOptions extends Parameters {
  every?: number
  timeZone?: string
  retention?: number
  modelType?: ProjectModelType
  retrain?: number
}

const MINUTE_MS = 60_000
const MIN_MS = 1000
const MAX_MS = 24 * 60 * MINUTE_MS

/** Options that `add` and `update` share; their defaults are the server's. */
export function addSettingsOptions(command: Command): Command {
  return addIntervalOption(command)
    .option('--time-zone <zone>', 'IANA zone whose clocks its days and weeks follow; a new project has yours')
    .option('--retention <days>', 'days for which data is kept', positive)
    .option('--pvalue <p>', '1 - p is the chance that a normal sample is flagged')
    .option('--cvalue <n>', 'consecutive flagged samples that a period needs')
    .addOption(new Option('--model-type <type>', 'of the model that it learns').choices([...projectModelTypeValues]))
    .option('--retrain <days>', 'days after which its model is trained anew; 0 for no model', wholeNumber)
}

/** `--every`, the interval of a project in milliseconds. */
export function addIntervalOption(command: Command): Command {
  return command.addOption(
    new Option('--every <duration>', 'time between two samples, 1s to 24h').argParser(samplingMs),
  )
}

/** An interval as it is on the wire. */
export function minutesOf(intervalMs: number): number {
  return intervalMs / MINUTE_MS
}

/** Throws for parameters that the server would refuse. */
export function readSettings(options: SettingsOptions): ProjectChanges {
  requireParameters(options)
  const { every, timeZone, retention, pvalue, cvalue, modelType, retrain } = options
  return {
    ...(every !== undefined && { samplingInterval: minutesOf(every) }),
    ...(timeZone !== undefined && { timeZone }),
    ...(retention !== undefined && { retentionDays: retention }),
    ...(pvalue !== undefined && { pvalue: Number(pvalue) }),
    ...(cvalue !== undefined && { cvalue: Number(cvalue) }),
    ...(modelType !== undefined && { modelType }),
    ...(retrain !== undefined && { retrainDays: retrain }),
  }
}

function samplingMs(text: string): number {
  const ms = durationMs(text)
  if (ms < MIN_MS || ms > MAX_MS) throw new InvalidArgumentError('It must be from 1s to 24h.')
  return ms
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
