import { modelTypeValues } from '@omen/sdk'
import { defaultsOf, modelName, parametersOf } from '@omen/sdk/rules'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { plainTimeZone } from './as-code/time-zone.ts'
import { parseFailOnIncidents } from './fail-on/fail-on-incidents.ts'
import { repeatable } from './fail-on/gate.ts'
import { UsageError } from './failures.ts'
import { parseDuration } from './render/duration.ts'
import type { Format } from './render/format.ts'

/** A whole number of at least 1. */
export function positive(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

/** An option that may be given several times: all its values. */
export function repeatedText(text: string, earlier: string[] = []): string[] {
  return [...earlier, text]
}

/** A duration in milliseconds. */
export function durationMs(text: string): number {
  const ms = parseDuration(text)
  if (ms === undefined) throw new InvalidArgumentError('Write it with a unit, like 90s, 30m, 24h or 3d.')
  return ms
}

/** `--lang` of commands whose sentences come from the server. */
export function languageOption(): Option {
  return new Option('--lang <language>', 'language of the sentences (default: that of LANG)').choices(['en', 'zh-CN'])
}

/** `--time-zone` of commands that learn seasons from a file. */
export function seasonZoneOption(): Option {
  return new Option('--time-zone <zone>', 'IANA zone whose clocks days and weeks follow (default: UTC)').argParser(
    zoneOf,
  )
}

/** A time zone, as this computer names it. */
function zoneOf(text: string): string {
  try {
    return plainTimeZone(text)
  } catch {
    throw new InvalidArgumentError('It must be an IANA name like Europe/Berlin.')
  }
}

/** `--model-type`, with its choices. */
export function modelTypeOption(about = 'type of the model'): Option {
  return new Option('--model-type <type>', about).choices([...modelTypeValues])
}

/** `--fail-on`, which may be repeated: one rule that is met is enough. */
export function failOnOption<Rule>(about: string, read: (text: string) => Rule): Option {
  return new Option(
    '--fail-on <rule>',
    `exit with 3 on ${about}; may be repeated, one that is met is enough`,
  ).argParser(repeatable(read))
}

/** `--fail-on` of commands that find or list incidents. */
export function failOnIncidentsOption(): Option {
  return failOnOption('severity>=N (0 to 10), incidents>=N, gaps>=N or any', parseFailOnIncidents)
}

/** `--out` and `--format`, the same in all commands; `formats` are those of this command, its default first. */
export function addOutputOptions(command: Command, formats: readonly Format[] = ['text', 'json']): Command {
  const format = new Option('--format <format>', `how to write it (default: ${formats[0]})`).choices([...formats])
  return command.option('-o, --out <file>', outText(formats)).addOption(format)
}

function outText(formats: readonly Format[]): string {
  const byDefault = formats.includes('csv') ? 'CSV' : 'text'
  return `write the result into a file, in the format of its ending, else as ${byDefault}`
}

/** Options of lists. */
export function addPageOptions(command: Command, { hasAll = true }: { hasAll?: boolean } = {}): Command {
  command
    .option('--page <n>', 'page to show', positive, 1)
    .option('--page-size <n>', 'items a page, 500 at most', positive, 50)
  return hasAll ? command.option('--all', 'all pages') : command
}

/** Parameters of a detection as they were typed. */
export interface Parameters {
  pvalue?: string | undefined
  cvalue?: string | undefined
  modelType?: string | undefined
}

/** Throws for invalid detection parameters; the server would reject them only after the upload. */
export function requireParameters(given: Parameters): void {
  const parameters = parametersOf(given.modelType)
  for (const name of ['pvalue', 'cvalue'] as const) {
    const { rule } = parameters[name]
    const typed = given[name]
    if (typed !== undefined && !rule.test(typed)) throw new UsageError(`--${name} ${typed}: ${rule.prompt.en}`)
  }
}

/** Those of the parameters that were typed, as numbers. Throws for invalid ones. */
export function readTyped(given: Pick<Parameters, 'pvalue' | 'cvalue'>): { pvalue?: number; cvalue?: number } {
  requireParameters(given)
  const { pvalue, cvalue } = given
  return {
    ...(pvalue !== undefined && { pvalue: Number(pvalue) }),
    ...(cvalue !== undefined && { cvalue: Number(cvalue) }),
  }
}

/** The parameters as numbers, with the model type's defaults for those omitted. Throws for invalid ones. */
export function readParameters(given: Parameters): { pvalue: number; cvalue: number } {
  requireParameters(given)
  const defaults = defaultsOf(given.modelType)
  return { pvalue: Number(given.pvalue ?? defaults.pvalue), cvalue: Number(given.cvalue ?? defaults.cvalue) }
}

interface ParameterText {
  readonly hasPeers?: boolean
  /** What stands for one that is omitted, where it is not the default of the model type. */
  readonly whenOmitted?: string
}

/** `--pvalue` and `--cvalue`, described as the table of parameters has it; with DBScan too where `hasPeers`. */
export function addParameterOptions(command: Command, { hasPeers = true, whenOmitted }: ParameterText = {}): Command {
  const describe = (name: 'pvalue' | 'cvalue'): string => {
    const [parameter, peers] = [parametersOf()[name], parametersOf('DBScan')[name]]
    const text = `${parameter.meaning.en} (default: ${whenOmitted ?? parameter.default}`
    return hasPeers ? `${text}; with DBScan ${peers.label.en}, default: ${peers.default})` : `${text})`
  }
  return command.option('--pvalue <number>', describe('pvalue')).option('--cvalue <n>', describe('cvalue'))
}

/** Throws for an invalid name of a project; it follows the rule of models. */
export function requireProjectName(name: string): void {
  if (!modelName.test(name)) throw new UsageError(`${name}: ${modelName.prompt.en}`)
}

/** Throws for an invalid model name. */
export function requireModelName(name: string): void {
  if (!modelName.test(name)) throw new UsageError(`--model ${name}: ${modelName.prompt.en}`)
}
