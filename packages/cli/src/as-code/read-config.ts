import type { Connector, DataType, IntegrationProvider } from '@omen/sdk'
import { type ConnectorField, connectors, connectorsOf, fieldsOf } from '@omen/sdk/connectors'
import type { Node } from 'yaml'
import { durationMs } from '../options.ts'
import type { AlertConfig, IntegrationConfig, OmenConfig, ProjectConfig, SecretReference } from './config.ts'
import { configError } from './config-error.ts'
import { type ConfigReader, readYaml } from './config-node.ts'

const settingNames = [
  ...['samplingInterval', 'timeZone', 'retentionDays', 'pvalue', 'cvalue', 'modelType', 'retrainDays'],
] as const
const projectNames = [
  'name',
  'kind',
  'source',
  'dataType',
  ...settingNames,
  'connection',
  'backfillDays',
  'members',
  'alerts',
]
const alertNames = [
  ...['pvalue-email', 'cvalue-email', 'minAnomalyRatioFilter', 'recipients', 'quietMinutes', 'onlyWithCause'],
  ...['sendsRecovery', 'escalateMinutes', 'thresholds', 'calendars', 'predictionHours'],
]
const integrationNames = ['provider', 'account', 'serviceKey', 'endpoint', 'projects', 'isForEscalation']
const kinds = ['custom', 'log', 'datadog', 'newrelic', 'amazon', 'google']
const providers = ['slack', 'webhook', 'pagerduty', 'teams', 'email']
const minuteMs = 60_000

/** Reads a configuration file; throws one error with all its faults, each with its line. Nothing is looked up or sent. */
export function readConfig(text: string, path: string): OmenConfig {
  const reader = readYaml(text)
  const top = reader.fields(reader.root, 'the file', ['projects', 'integrations'])
  const projects = listOf(reader, top.get('projects'), 'projects').map((node) => readProject(reader, node))
  const integrations = listOf(reader, top.get('integrations'), 'integrations').map((node) =>
    readIntegration(reader, node),
  )
  requireDistinct(reader, projects, ({ name }) => `the project ${name}`)
  requireDistinct(reader, integrations, ({ provider, account }) => `the ${provider} integration ${account}`)
  if (reader.faults.length > 0) throw configError(path, reader.faults)
  return { projects, integrations }
}

function listOf(reader: ConfigReader, node: Node | null | undefined, what: string): readonly (Node | null)[] {
  return (reader.value(node) ?? null) === null ? [] : (reader.list(node, what) ?? [])
}

function requireDistinct<T extends { readonly node: Node | null }>(
  reader: ConfigReader,
  all: readonly T[],
  describe: (one: T) => string,
): void {
  const seen = new Set<string>()
  for (const one of all) {
    const key = describe(one).toLowerCase()
    if (seen.has(key)) reader.fault(one.node, `${describe(one)} stands twice`)
    seen.add(key)
  }
}

type InFile<T> = T & { readonly node: Node | null }

function readProject(reader: ConfigReader, node: Node | null): InFile<ProjectConfig> {
  const fields = reader.fields(node, 'a project', projectNames)
  const name = requireText(reader, fields, node, 'name')
  const kind = oneOf(reader, fields.get('kind'), 'kind', kinds) ?? 'custom'
  const source = fields.has('source') ? reader.text(fields.get('source'), 'source') : undefined
  const dataType = oneOf(reader, fields.get('dataType'), 'dataType', ['Metric', 'Log']) as DataType | undefined
  const connector = readConnector(reader, { node: fields.get('source') ?? node, kind, source })
  const connection = fields.get('connection')
  if (connection && connector === undefined && source === undefined && ['custom', 'log'].includes(kind))
    reader.fault(
      connection,
      `a project that is sent its data has no connection: name its source, one of ${sourcesOf(kind)}`,
    )
  return {
    node,
    name,
    line: reader.lineOf(node),
    ...(kind !== 'custom' || fields.has('kind') ? { kind: kind as 'custom' } : {}),
    connector,
    dataType,
    settings: readSettings(reader, fields),
    ...readConnection(reader, connector, dataType, connection),
    backfillDays: reader.value(fields.get('backfillDays')) as number | undefined,
    members: readTexts(reader, fields.get('members'), 'members'),
    alerts: readAlerts(reader, fields.get('alerts')),
  }
}

function readConnector(
  reader: ConfigReader,
  given: { node: Node | null | undefined; kind: string; source: string | undefined },
): Connector | undefined {
  const possible = connectorsOf(given.kind as 'custom')
  if (given.kind !== 'custom' && given.kind !== 'log') return possible[0]
  if (given.source === undefined || given.source === 'push') return undefined
  const found = possible.find((connector) => connector === given.source)
  return found ?? reader.fault(given.node, `source must be one of push, ${sourcesOf(given.kind)}`)
}

function sourcesOf(kind: string): string {
  return connectorsOf(kind as 'custom').join(', ')
}

function readSettings(reader: ConfigReader, fields: ReadonlyMap<string, Node | null>): ProjectConfig['settings'] {
  const settings: Record<string, unknown> = {}
  for (const name of settingNames) if (fields.has(name)) settings[name] = reader.value(fields.get(name))
  if (typeof settings.samplingInterval === 'string')
    settings.samplingInterval = minutesOf(reader, fields.get('samplingInterval'), settings.samplingInterval)
  return settings
}

/** `10s`, `1m` or a number of minutes. */
function minutesOf(reader: ConfigReader, node: Node | null | undefined, text: string): number | undefined {
  try {
    return durationMs(text) / minuteMs
  } catch {
    return reader.fault(node, 'samplingInterval must be a time such as 10s or 1m')
  }
}

function readConnection(
  reader: ConfigReader,
  connector: Connector | undefined,
  dataType: DataType | undefined,
  node: Node | null | undefined,
): Pick<ProjectConfig, 'connection' | 'secrets'> {
  const [connection, secrets]: [Record<string, unknown>, Record<string, SecretReference>] = [{}, {}]
  if (connector === undefined || node === undefined || node === null) return { connection, secrets }
  const known = fieldsOf(connector, dataType ?? connectors[connector].dataTypes[0]!)
  for (const [name, value] of reader.fields(
    node,
    `a connection to ${connectors[connector].name}`,
    known.map((field) => field.name),
  )) {
    const field = known.find((one) => one.name === name)!
    if (isSecret(field)) {
      const reference = readReference(reader, value, name)
      if (reference) secrets[name] = reference
    } else connection[name] = field.input === 'list' ? readTexts(reader, value, name) : reader.text(value, name)
  }
  return { connection, secrets: secrets as ProjectConfig['secrets'] }
}

/** A key file is one as well: it is named, and its text never stands here. */
export function isSecret({ input }: ConnectorField): boolean {
  return input === 'secret' || input === 'file'
}

function readReference(reader: ConfigReader, node: Node | null | undefined, name: string): SecretReference | undefined {
  const value = reader.value(node)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return reader.fault(
      node,
      `${name} is a secret and may not stand in the file: write ${name}: { env: NAME } or { file: PATH }`,
    )
  const fields = reader.fields(node, name, ['env', 'file'])
  if (fields.size !== 1) return reader.fault(node, `${name} must be { env: NAME } or { file: PATH }`)
  const [[kind, from]] = [...fields] as [[string, Node | null]]
  const text = reader.text(from, kind)
  if (text === undefined) return undefined
  return kind === 'env' ? { env: text } : { file: text }
}

function readAlerts(reader: ConfigReader, node: Node | null | undefined): AlertConfig | undefined {
  if (node === undefined || node === null) return undefined
  const fields = reader.fields(node, 'alerts', alertNames)
  return Object.fromEntries([...fields].map(([name, value]) => [name, reader.value(value) ?? null])) as AlertConfig
}

function readIntegration(reader: ConfigReader, node: Node | null): InFile<IntegrationConfig> {
  const fields = reader.fields(node, 'an integration', integrationNames)
  const provider = requireText(reader, fields, node, 'provider')
  oneOf(reader, fields.get('provider'), 'provider', providers)
  const projects = fields.get('projects')
  return {
    node,
    line: reader.lineOf(node),
    provider: provider as IntegrationProvider,
    account: requireText(reader, fields, node, 'account'),
    serviceKey: fields.has('serviceKey') ? readReference(reader, fields.get('serviceKey'), 'serviceKey') : undefined,
    endpoint: fields.has('endpoint') ? reader.text(fields.get('endpoint'), 'endpoint') : undefined,
    projectNames: reader.value(projects) === 'all' ? null : readTexts(reader, projects, 'projects'),
    isForEscalation: reader.value(fields.get('isForEscalation')) as boolean | undefined,
  }
}

function requireText(
  reader: ConfigReader,
  fields: ReadonlyMap<string, Node | null>,
  node: Node | null,
  name: string,
): string {
  if (fields.has(name)) return reader.text(fields.get(name), name) ?? ''
  reader.fault(node, `${name} is missing`)
  return ''
}

function readTexts(reader: ConfigReader, node: Node | null | undefined, what: string): string[] | undefined {
  if (node === undefined || node === null) return undefined
  return reader.list(node, what)?.flatMap((one) => reader.text(one, `an entry of ${what}`) ?? [])
}

function oneOf(
  reader: ConfigReader,
  node: Node | null | undefined,
  what: string,
  known: readonly string[],
): string | undefined {
  if (node === undefined) return undefined
  const text = reader.text(node, what)
  if (text === undefined || known.includes(text)) return text
  return reader.fault(node, `${what} must be one of ${known.join(', ')}`)
}
