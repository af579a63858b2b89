import type { Omen, Project } from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import { stringify } from 'yaml'
import { isSecret } from './read-config.ts'

const header = `# Projects, settings, integrations and members of Omen: change them here and run "omen apply -f" on this file.
# Secrets are not in it: set the variables that it names, or leave those out whose secrets are to stay as they are.
`

/** The file that \`omen apply\` takes, of the caller's own projects and integrations. */
export async function writeConfig(omen: Omen, names: readonly string[]): Promise<string> {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const projects: object[] = []
  for await (const project of omen.projects.listAll()) {
    const isWanted = wanted.size === 0 || wanted.delete(project.projectName.toLowerCase())
    if (project.mine && !project.demo && isWanted) projects.push(await describeProject(omen, project))
  }
  const integrations = names.length > 0 ? [] : await describeIntegrations(omen)
  return header + stringify({ projects, ...(integrations.length > 0 && { integrations }) }, { lineWidth: 0 })
}

async function describeProject(omen: Omen, project: Project): Promise<object> {
  const { projectName, kind, dataType, collection, members } = project
  const { setting } = await omen.alerts.get(projectName)
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
    ...{ pvalue, cvalue, modelType: project.modelType, retrainDays: project.retrainDays },
    ...(collection && { connection: await describeConnection(omen, project, collection.connector) }),
    ...(members.length > 0 && { members }),
    alerts: Object.fromEntries(Object.entries(alerts).filter(([, value]) => value !== null && !isEmptyList(value))),
  }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

async function describeConnection(
  omen: Omen,
  { projectName }: Project,
  connector: keyof typeof connectors,
): Promise<object> {
  const { settings, secrets } = await omen.projects.connection(projectName)
  const isSet = (name: string): boolean =>
    secrets.includes(name) || (name === 'filename' && secrets.includes('serviceAccount'))
  const names = connectors[connector].fields
    .filter((field) => isSecret(field) && isSet(field.name))
    .map(({ name }) => name)
  return { ...settings, ...Object.fromEntries(names.map((name) => [name, { env: variableOf(projectName, name) }])) }
}

async function describeIntegrations(omen: Omen): Promise<object[]> {
  return (await omen.integrations.list()).map(({ provider, account, projectNames, isForEscalation }) => ({
    provider,
    account,
    serviceKey: { env: variableOf(provider, account) },
    projects: projectNames ?? 'all',
    ...(isForEscalation && { isForEscalation }),
  }))
}

/** A name that shells can set: OMEN_SHOP_APIKEY. */
function variableOf(...parts: readonly string[]): string {
  return ['omen', ...parts]
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
}

/** `10s`, `1m`, `1h`, or minutes where it is none of them. */
function describeMinutes(minutes: number): string | number {
  const seconds = Math.round(minutes * 60)
  if (Math.abs(seconds - minutes * 60) > 1e-6) return minutes
  if (seconds % 3600 === 0) return `${seconds / 3600}h`
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}
