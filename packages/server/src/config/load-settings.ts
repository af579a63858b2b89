import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseYaml, YAMLParseError } from 'yaml'
import { OperatorError } from '../ports/operator-error.ts'
import { flagName, settingNames, settingTable } from './setting-table.ts'
import type { Settings } from './settings.ts'

/** A setting that cannot be used; the message names it and says what was expected. */
export class SettingError extends OperatorError {}

interface Source {
  /** The name under which the value was set: `--port`, `OMEN_PORT`, `port in /etc/omen.yaml`. */
  nameOf(name: keyof Settings): string
  get(name: keyof Settings): string | undefined
}

/** Flags come before the environment, the environment before the file, the file before the defaults. */
export function loadSettings(env: NodeJS.ProcessEnv = process.env, flags: Record<string, string> = {}): Settings {
  const given: Source[] = [
    { nameOf: flagName, get: (name) => flags[flagName(name)] },
    { nameOf: (name) => settingTable[name].env, get: (name) => env[settingTable[name].env] },
  ]
  const sources = [...given, ...fileSources(given)]
  const settings = Object.fromEntries(
    settingNames.map((name) => [name, valueFrom(sources, name)]),
  ) as unknown as Settings
  return checkTogether(settings)
}

export function defaultSettings(changes: Partial<Settings> = {}): Settings {
  const defaults = Object.fromEntries(settingNames.map((name) => [name, settingTable[name].default]))
  return { ...(defaults as unknown as Settings), ...changes }
}

function valueFrom(sources: readonly Source[], name: keyof Settings): Settings[keyof Settings] {
  const source = sources.find((candidate) => candidate.get(name) !== undefined)
  if (!source) return settingTable[name].default
  const given = source.get(name)!
  // A secret that a deployment lacks arrives as an empty variable: the default could be another database, or no protection
  if (given.trim() === '')
    throw new SettingError(`${source.nameOf(name)} is set, but empty: give it a value, or remove it.`)
  try {
    return settingTable[name].parse(given)
  } catch (error) {
    throw new SettingError(`${source.nameOf(name)}: ${(error as Error).message}.`, { cause: error })
  }
}

function fileSources(given: readonly Source[]): Source[] {
  const named = valueFrom(given, 'config') as string | null
  const file = named ?? join(valueFrom(given, 'data') as string, 'omen.yaml')
  const content = readSettingsFile(file, named !== null)
  return [{ nameOf: (name) => `${name} in ${file}`, get: (name) => content[name] }]
}

/** A data folder that is a file is reported when the folder is opened. */
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR'])

function readSettingsFile(file: string, required: boolean): Record<string, string> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!required && ABSENT.has((error as NodeJS.ErrnoException).code)) return {}
    throw new SettingError(`The settings file ${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  const content = parseSettingsFile(file, text)
  if (typeof content !== 'object' || Array.isArray(content))
    throw new SettingError(`${file}: expected names and values.`)
  const entries = Object.entries(content as Record<string, unknown>).filter(
    ([, value]) => value !== null && !isEmptyList(value),
  )
  const unknown = entries.find(([name]) => !(name in settingTable))
  if (unknown) throw new SettingError(`${file}: unknown setting ${unknown[0]}.`)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Errors and warnings of the parser are neither repeated nor a cause: they quote the line, which may hold a password. */
function parseSettingsFile(file: string, text: string): unknown {
  try {
    return parseYaml(text, { logLevel: 'error' }) ?? {}
  } catch (error) {
    const [place] = (error instanceof YAMLParseError && error.linePos) || []
    const where = place === undefined ? '' : `: see line ${place.line}, column ${place.col}`
    throw new SettingError(`The settings file ${file} cannot be read, because it is not valid YAML${where}.`)
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function checkTogether(settings: Settings): Settings {
  const embedded = settings.databaseUrl === null || settings.clickhouseUrl === null
  if (settings.role !== 'all' && embedded) {
    throw new SettingError(
      `OMEN_ROLE=${settings.role} needs OMEN_DATABASE_URL and OMEN_CLICKHOUSE_URL: an embedded store serves one process only.`,
    )
  }
  if (settings.role !== 'all' && settings.filesUrl !== null && settings.secretKey === null) {
    throw new SettingError(
      `OMEN_ROLE=${settings.role} with OMEN_FILES_URL needs OMEN_SECRET_KEY, the same on every server: each would seal secrets with a key that the others do not have. Make one with: openssl rand -base64 32`,
    )
  }
  return settings
}
