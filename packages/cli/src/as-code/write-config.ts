import { type Omen, type Project, unknownNames } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import { stringify } from 'yaml'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { isSecret } from './read-config.ts'

const HEADER = `# Projects, settings, integrations, members and report schedules of Omen: change them here and run "omen apply -f" on this file.
# Secrets are not in it: set the variables that it names, or leave those out whose secrets are to stay as they are.
`

/** The file that `omen apply` takes, of the caller's own projects, integrations and report schedules. */
export async function writeConfig(omen: Omen, names: readonly string[]): Promise<string> {
  const isWanted = (name: string): boolean =>
    names.length === 0 || names.some((one) => one.toLowerCase() === name.toLowerCase())
  const own: Project[] = []
  for await (const project of omen.projects.listAll())
    if (project.mine && !project.demo && isWanted(project.projectName)) own.push(project)
  requireAll(names, own)
  const variableOf = createVariables()
  const projects: object[] = []
  for (const project of own) projects.push(await describeProject(omen, project, variableOf))
  const shared =
    names.length > 0
      ? {}
      : { integrations: await describeIntegrations(omen, variableOf), reportSchedules: await describeSchedules(omen) }
  return HEADER + stringify({ projects, ...shared }, { lineWidth: 0 })
}

function requireAll(names: readonly string[], found: readonly Project[]): void {
  const missing = unknownNames(
    names,
    found.map(({ projectName }) => projectName),
  )
  if (missing.length === 0) return
  throw new CliError(`You have no project ${missing.join(', ')}`, {
    code: 'NOT_FOUND',
    exit: EXIT_CODE.failed,
    hint: '"omen projects list" shows them.',
  })
}

async function describeProject(omen: Omen, project: Project, variableOf: VariableOf): Promise<object> {
  const { projectName, kind, dataType, collection, members } = project
  const setting = await omen.alerts.settings(projectName)
  const { projectName: _, pvalue, cvalue, sharedUserNames: __, ...alerts } = setting
  const isOwnKind = collection && kind !== 'custom' && kind !== 'log'
  return {
    name: projectName,
    kind,
    ...(collection && !isOwnKind && { source: collection.connector }),
    dataType,
    samplingInterval: describeMinutes(project.samplingInterval),
    timeZone: project.timeZone,
    retentionDays: project.retentionDays,
    pvalue,
    cvalue,
    modelType: project.modelType,
    retrainDays: project.retrainDays,
    ...(collection && { connection: await describeConnection(omen, project, variableOf) }),
    members,
    alerts,
  }
}

async function describeConnection(omen: Omen, { projectName }: Project, variableOf: VariableOf): Promise<object> {
  const { collection, settings, secrets } = await omen.projects.connection(projectName)
  const isSet = (name: string): boolean =>
    secrets.includes(name) || (name === 'filename' && secrets.includes('serviceAccount'))
  const names = connectors[collection.connector].fields
    .filter((field) => isSecret(field) && isSet(field.name))
    .map(({ name }) => name)
  return { ...settings, ...Object.fromEntries(names.map((name) => [name, { env: variableOf(projectName, name) }])) }
}

async function describeIntegrations(omen: Omen, variableOf: VariableOf): Promise<object[]> {
  return (await omen.integrations.list()).map(({ provider, account, endpoint, projectNames, isForEscalation }) => ({
    provider,
    account,
    serviceKey: { env: variableOf(provider, account) },
    ...(endpoint !== undefined && { endpoint }),
    projects: projectNames ?? 'all',
    isForEscalation,
  }))
}

/** Those that have stopped send nothing, and are left out. */
async function describeSchedules(omen: Omen): Promise<object[]> {
  const schedules = (await omen.reports.schedules()).filter(({ stoppedAt }) => stoppedAt === null)
  return schedules.map(({ every, projectNames, recipients, hour, timeZone, locale }) => ({
    every,
    projects: projectNames ?? 'all',
    recipients,
    hour,
    timeZone,
    locale,
  }))
}

type VariableOf = (...parts: string[]) => string

/** Of this program: another service must not get what they hold. */
const OWN_VARIABLES = ['OMEN_TOKEN', 'OMEN_URL', 'OMEN_PROFILE', 'OMEN_INGEST_KEY', 'OMEN_PASSWORD']

/** Names that shells can set, OMEN_SHOP_APIKEY, none of them twice: letters that shells do not take leave no trace. */
function createVariables(): VariableOf {
  const counts = new Map(OWN_VARIABLES.map((name) => [name, 1]))
  return (...parts) => {
    const name = ['omen', ...parts]
      .join('_')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '_')
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  }
}

/** `10s`, `1m`, `1h`, or minutes where it is none of them. */
/** Minutes as a file has them: 30s, 5m, 1h. */
export function describeMinutes(minutes: number): string | number {
  const seconds = Math.round(minutes * 60)
  if (Math.abs(seconds - minutes * 60) > 1e-6) return minutes
  if (seconds % 3600 === 0) return `${seconds / 3600}h`
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}
