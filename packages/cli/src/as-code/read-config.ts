import { type Connector, type DataType, type IntegrationProvider, projectModelTypeValues } from '@omen/sdk'
import { type ConnectorField, connectors, connectorsOf, fieldsOf } from '@omen/sdk/connectors'
import { projectName } from '@omen/sdk/rules'
import type { Node } from 'yaml'
import { durationMs } from '../options.ts'
import type { AlertConfig, IntegrationConfig, OmenConfig, ProjectConfig, SecretReference } from './config.ts'
import { configError } from './config-error.ts'
import { type ConfigReader, readYaml } from './config-node.ts'
import { readReportSchedules } from './read-report-schedules.ts'
import { listOf, oneOf, readBoolean, readNumber, readReference, readTexts, readTimeZone } from './read-values.ts'
import { ALERT_RULES, BACKFILL_RULE, SETTING_RULES } from './value-rules.ts'

const SETTING_NAMES = [
  ...['samplingInterval', 'timeZone', 'retentionDays', 'pvalue', 'cvalue', 'modelType', 'retrainDays'],
] as const
const PROJECT_FIELDS = [
  'name',
  'kind',
  'source',
  'dataType',
  ...SETTING_NAMES,
  'connection',
  'backfillDays',
  'members',
  'alerts',
]
const INTEGRATION_NAMES = ['provider', 'account', 'serviceKey', 'endpoint', 'projects', 'isForEscalation']
const KINDS = ['custom', 'log', 'datadog', 'newrelic', 'amazon', 'google']
const PROVIDERS = ['slack', 'webhook', 'pagerduty', 'teams', 'email']
const MINUTE_MS = 60_000

/** Reads a configuration file; throws one error with all its faults, each with its line. Nothing is looked up or sent. */
export function readConfig(text: string, path: string): OmenConfig {
  const reader = readYaml(text)
  const top = reader.fields(reader.root, 'the file', ['projects', 'integrations', 'reportSchedules'])
  const projects = listOf(reader, top.get('projects'), 'projects').map((node) => readProject(reader, node))
  const integrations = listOf(reader, top.get('integrations'), 'integrations').map((node) =>
    readIntegration(reader, node),
  )
  const reportSchedules = readReportSchedules(reader, top.get('reportSchedules'))
  requireDistinct(reader, projects, ({ name }) => `the project ${name}`)
  requireDistinct(reader, integrations, ({ provider, account }) => `the ${provider} integration ${account}`)
  if (reader.faults.length > 0) throw configError(path, reader.faults)
  return { projects, integrations, reportSchedules }
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
  const fields = reader.fields(node, 'a project', PROJECT_FIELDS)
  const name = requireText(reader, fields, node, 'name')
  const kind = oneOf(reader, fields.get('kind'), 'kind', KINDS) ?? 'custom'
  const source = fields.has('source') ? reader.text(fields.get('source'), 'source') : undefined
  const dataType = oneOf(reader, fields.get('dataType'), 'dataType', ['Metric', 'Log']) as DataType | undefined
  const connector = readConnector(reader, { node: fields.get('source') ?? node, kind, source })
  const connection = fields.get('connection')
  if (connection && connector === undefined && source === undefined && ['custom', 'log'].includes(kind))
    reader.fault(
      connection,
      `a project that is sent its data has no connection: name its source, one of ${sourcesOf(kind)}`,
    )
  if (name !== '' && !projectName.test(name)) reader.fault(fields.get('name'), projectName.prompt.en)
  if (kind === 'log' && dataType === 'Metric')
    reader.fault(fields.get('dataType'), 'a log project has lines: omit dataType, or choose another kind')
  if (connector === undefined && fields.has('backfillDays'))
    reader.fault(fields.get('backfillDays'), 'backfillDays is for projects that fetch')
  return {
    node,
    name,
    line: reader.lineOf(node),
    ...(kind !== 'custom' || fields.has('kind') ? { kind: kind as 'custom' } : {}),
    connector,
    dataType,
    settings: readSettings(reader, fields),
    ...readConnection(reader, connector, dataType, connection),
    backfillDays: fields.has('backfillDays')
      ? (readNumber(reader, fields.get('backfillDays'), { name: 'backfillDays', rule: BACKFILL_RULE }) as number)
      : undefined,
    members: readTexts(reader, fields.get('members'), 'members'),
    alerts: readAlerts(reader, fields.get('alerts')),
  }
}

const ALERT_NAMES = [
  ...['pvalue-email', 'cvalue-email', 'minAnomalyRatioFilter', 'recipients', 'quietMinutes', 'onlyWithCause'],
  ...['sendsRecovery', 'escalateMinutes', 'thresholds', 'calendars', 'predictionHours'],
]
const THRESHOLD_NAMES = ['metric', 'alertAbove', 'alertBelow', 'ignoreBelow', 'ignoreAbove', 'direction', 'kpi']
const CALENDAR_NAMES = ['name', 'selector', 'rrule', 'durationMinutes', 'timeZone', 'hideAlerts', 'skipLearning']
const NEEDED_OF_CALENDAR = ['rrule', 'durationMinutes', 'timeZone']

/** The alert settings of a project. */
function readAlerts(reader: ConfigReader, node: Node | null | undefined): AlertConfig | undefined {
  if (node === undefined || node === null) return undefined
  const fields = reader.fields(node, 'alerts', ALERT_NAMES)
  return Object.fromEntries([...fields].map(([name, value]) => [name, readAlert(reader, value, name)])) as AlertConfig
}

function readAlert(reader: ConfigReader, node: Node | null, name: string): unknown {
  const rule = ALERT_RULES[name]
  if (rule) return readNumber(reader, node, { name, rule })
  switch (name) {
    case 'recipients':
      return readTexts(reader, node, name) ?? []
    case 'thresholds':
      return readMaps(reader, node, { what: 'a threshold', known: THRESHOLD_NAMES, required: ['metric'] })
    case 'calendars':
      return readMaps(reader, node, { what: 'a calendar', known: CALENDAR_NAMES, required: NEEDED_OF_CALENDAR })
    default:
      return readBoolean(reader, node, name)
  }
}

interface MapRules {
  readonly what: string
  readonly known: readonly string[]
  readonly required: readonly string[]
}

function readMaps(reader: ConfigReader, node: Node | null, { what, known, required }: MapRules): unknown[] {
  return listOf(reader, node, `${what.slice(2)}s`).map((one) => {
    const fields = reader.fields(one, what, known)
    for (const name of required) if (!fields.has(name)) reader.fault(one, `${name} of ${what} is missing`)
    return reader.value(one)
  })
}

function readConnector(
  reader: ConfigReader,
  given: { node: Node | null | undefined; kind: string; source: string | undefined },
): Connector | undefined {
  const possible = connectorsOf(given.kind as 'custom')
  if (given.kind !== 'custom' && given.kind !== 'log') {
    if (given.source !== undefined && given.source !== possible[0])
      reader.fault(given.node, `source is for projects of the kind custom or log; ${given.kind} is its own`)
    return possible[0]
  }
  if (given.source === undefined || given.source === 'push') return undefined
  const found = possible.find((connector) => connector === given.source)
  return found ?? reader.fault(given.node, `source must be one of push, ${sourcesOf(given.kind)}`)
}

function sourcesOf(kind: string): string {
  return connectorsOf(kind as 'custom').join(', ')
}

function readSettings(reader: ConfigReader, fields: ReadonlyMap<string, Node | null>): ProjectConfig['settings'] {
  const settings: Record<string, unknown> = {}
  for (const name of SETTING_NAMES) if (fields.has(name)) settings[name] = readSetting(reader, fields.get(name), name)
  return settings
}

function readSetting(
  reader: ConfigReader,
  node: Node | null | undefined,
  name: (typeof SETTING_NAMES)[number],
): unknown {
  if (name === 'timeZone') return readTimeZone(reader, node)
  if (name === 'modelType') return oneOf(reader, node, name, projectModelTypeValues)
  const value = reader.value(node)
  if (name === 'samplingInterval' && typeof value === 'string') return minutesOf(reader, node, value)
  return readNumber(reader, node, { name, rule: SETTING_RULES[name]! })
}

/** `10s`, `1m` or a number of minutes. */
function minutesOf(reader: ConfigReader, node: Node | null | undefined, text: string): number | undefined {
  try {
    return durationMs(text) / MINUTE_MS
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

function readIntegration(reader: ConfigReader, node: Node | null): InFile<IntegrationConfig> {
  const fields = reader.fields(node, 'an integration', INTEGRATION_NAMES)
  const provider = requireText(reader, fields, node, 'provider')
  oneOf(reader, fields.get('provider'), 'provider', PROVIDERS)
  const projects = fields.get('projects')
  return {
    node,
    line: reader.lineOf(node),
    provider: provider as IntegrationProvider,
    account: requireText(reader, fields, node, 'account'),
    serviceKey: fields.has('serviceKey') ? readReference(reader, fields.get('serviceKey'), 'serviceKey') : undefined,
    endpoint: fields.has('endpoint') ? reader.text(fields.get('endpoint'), 'endpoint') : undefined,
    projectNames: reader.value(projects) === 'all' ? null : readTexts(reader, projects, 'projects'),
    isForEscalation: fields.has('isForEscalation')
      ? readBoolean(reader, fields.get('isForEscalation'), 'isForEscalation')
      : undefined,
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
