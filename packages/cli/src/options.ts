import { modelTypeValues } from '@omen/sdk'
import { cvalue, modelName, pvalueRule } from '@omen/sdk/rules'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from './failures.ts'
import { parseDuration } from './render/duration.ts'

/** A whole number of at least 1. */
export function positive(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

/** A duration in milliseconds. */
export function durationMs(text: string): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new InvalidArgumentError('Write it like 90s, 30m or 2h.')
  return ms
}

/** `--model-type`, with the types that there are. */
export function modelTypeOption(about = 'type of the model'): Option {
  return new Option('--model-type <type>', about).choices([...modelTypeValues])
}

/** Options of lists. */
export function addPageOptions(command: Command): Command {
  return command
    .option('--page <n>', 'page to show', positive, 1)
    .option('--page-size <n>', 'items a page, 500 at most', positive, 50)
    .option('--all', 'all pages')
}

export interface PageOptions {
  page: number
  pageSize: number
  all?: boolean
}

/** Parameters of a detection as they were typed. */
export interface Parameters {
  pvalue?: string | undefined
  cvalue?: string | undefined
  modelType?: string | undefined
}

/** Throws where parameters of a detection cannot be right; the server would refuse them, after the upload. */
export function requireParameters(given: Parameters): void {
  const rule = pvalueRule(given.modelType)
  if (given.pvalue !== undefined && !rule.test(given.pvalue)) {
    throw new UsageError(`--pvalue ${given.pvalue}: ${rule.prompt.en}`)
  }
  if (given.cvalue !== undefined && !cvalue.test(given.cvalue)) {
    throw new UsageError(`--cvalue ${given.cvalue}: ${cvalue.prompt.en}`)
  }
}

/** Throws where a model cannot have this name. */
export function requireModelName(name: string): void {
  if (!modelName.test(name)) throw new UsageError(`--model ${name}: ${modelName.prompt.en}`)
}
