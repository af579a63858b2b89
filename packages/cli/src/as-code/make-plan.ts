import {
  ApiProblem,
  type ConnectionFields,
  type Integration,
  type IntegrationChanges,
  type Omen,
  type Project,
} from '@omen/sdk'
import { connectors } from '@omen/sdk/connectors'
import type { IntegrationConfig, OmenConfig, ProjectConfig } from './config.ts'
import { type ConfigFault, configError } from './config-error.ts'
import { type Difference, differencesOf, type PlanStep } from './plan.ts'
import { describeReference, resolveSecret, type SecretSource } from './resolve-secrets.ts'

export interface PlanRequest extends SecretSource {
  /** Whether what the file does not name is removed. */
  readonly prune: boolean
}

export interface Plan {
  readonly steps: readonly PlanStep[]
  /** Secrets that stay as they are, as their source is not there. */
  readonly notes: readonly string[]
}

interface Planning extends PlanRequest {
  readonly omen: Omen
  readonly faults: ConfigFault[]
  readonly notes: string[]
}

/** What has to be done for the server to be as the file says. Reads only; throws what the file says that cannot be done. */
export async function makePlan(omen: Omen, config: OmenConfig, request: PlanRequest): Promise<Plan> {
  const planning: Planning = { ...request, omen, faults: [], notes: [] }
  const projects: Project[] = []
  for await (const project of omen.projects.listAll()) if (project.mine && !project.demo) projects.push(project)
  const integrations = await omen.integrations.list()
  const steps: PlanStep[] = []
  for (const desired of config.projects) {
    const current = projects.find(({ projectName }) => projectName.toLowerCase() === desired.name.toLowerCase())
    steps.push(...(current ? await changesOf(planning, desired, current) : await additionOf(planning, desired)))
  }
  for (const desired of config.integrations) {
    const current = integrations.find((one) => isNamed(one, desired))
    steps.push(
      ...(current
        ? await integrationChanges(planning, desired, current)
        : await integrationAddition(planning, desired)),
    )
  }
  if (request.prune) steps.push(...removals(config, projects, integrations))
  if (planning.faults.length > 0) throw configError(request.configPath, planning.faults)
  return { steps, notes: planning.notes }
}

function isNamed(one: { provider: string; account: string }, { provider, account }: IntegrationConfig): boolean {
  return one.provider === provider && one.account.toLowerCase() === account.toLowerCase()
}

function removals(config: OmenConfig, projects: readonly Project[], integrations: readonly Integration[]): PlanStep[] {
  const named = new Set(config.projects.map(({ name }) => name.toLowerCase()))
  const isKept = (one: Integration): boolean => config.integrations.some((desired) => isNamed(one, desired))
  return [
    ...projects
      .filter(({ projectName }) => !named.has(projectName.toLowerCase()))
      .map(({ projectName }) => ({ action: 'removeProject' as const, name: projectName, differences: [] })),
    ...integrations
      .filter((one) => !isKept(one))
      .map(({ provider, account }) => ({ action: 'removeIntegration' as const, provider, account, differences: [] })),
  ]
}

async function additionOf(planning: Planning, project: ProjectConfig): Promise<PlanStep[]> {
  for (const [name, reference] of Object.entries(project.secrets))
    if ((await resolveSecret(reference, planning)) === undefined)
      planning.faults.push({
        line: project.line,
        message: `${name} of ${project.name} is taken from ${describeReference(reference)}, which is not there`,
      })
  const { connector, dataType, settings, connection, secrets, backfillDays } = project
  const values = {
    ...(connector && { fetches: connectors[connector].name }),
    dataType,
    samplingInterval: 1,
    ...settings,
    ...connection,
    backfillDays,
  }
  const hidden = Object.keys(secrets).map((field): Difference => ({ field, isSecret: true }))
  const steps: PlanStep[] = [{ action: 'addProject', project, differences: [...differencesOf(values, {}), ...hidden] }]
  return [...steps, ...membersStep(project, []), ...alertsStep(project, {})]
}

async function changesOf(planning: Planning, project: ProjectConfig, current: Project): Promise<PlanStep[]> {
  const connector = current.collection?.connector
  const kind = project.kind ?? 'custom'
  const isOther = connector !== project.connector || (project.connector === undefined && kind !== current.kind)
  if (isOther || (project.dataType && project.dataType !== current.dataType)) {
    const was = connector ? connectors[connector].name : `sent its ${current.dataType === 'Log' ? 'lines' : 'samples'}`
    planning.faults.push({
      line: project.line,
      message: `${project.name} exists and cannot become another kind of project (it is ${connector ? `of ${was}` : was}): remove it first, or choose another name`,
    })
    return []
  }
  const settings = differencesOf({ ...project.settings }, { ...current })
  const steps: PlanStep[] = settings.length === 0 ? [] : [{ action: 'changeProject', project, differences: settings }]
  if (connector !== undefined) steps.push(...(await connectionStep(planning, project)))
  const { setting } = project.alerts ? await planning.omen.alerts.get(current.projectName) : { setting: {} }
  return [...steps, ...membersStep(project, current.members), ...alertsStep(project, setting)]
}

async function connectionStep(planning: Planning, project: ProjectConfig): Promise<PlanStep[]> {
  const { settings } = await planning.omen.projects.connection(project.name)
  const given: Record<string, unknown> = { ...project.connection }
  for (const [name, reference] of Object.entries(project.secrets)) {
    // A key file would have to be stored for a comparison: it is sent when something else makes it necessary
    if (name === 'filename') continue
    const secret = await resolveSecret(reference, planning)
    if (secret === undefined)
      planning.notes.push(`${name} of ${project.name} stays as it is: ${describeReference(reference)} is not there.`)
    else given[name] = secret
  }
  if (Object.keys(given).length === 0) return []
  const changed = await planning.omen.projects
    .previewConnection(project.name, given as ConnectionFields)
    .catch((error: unknown) => {
      if (!(error instanceof ApiProblem) || error.code !== 'VALIDATION_FAILED') throw error
      const [detail] = error.details ?? []
      planning.faults.push({
        line: project.line,
        message: `${detail?.field ?? 'connection'} of ${project.name} ${detail?.message ?? error.message}`,
      })
      return []
    })
  if (changed.length === 0) return []
  const differences = changed.map(
    (field): Difference =>
      field in project.secrets ? { field, isSecret: true } : { field, before: settings[field], after: given[field] },
  )
  return [{ action: 'changeConnection', project, differences }]
}

function membersStep(project: ProjectConfig, current: readonly string[]): PlanStep[] {
  if (project.members === undefined) return []
  const sorted = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase()).sort()
  const differences = differencesOf({ members: sorted(project.members) }, { members: sorted(current) })
  return differences.length === 0 ? [] : [{ action: 'changeMembers', project, differences }]
}

function alertsStep(project: ProjectConfig, current: Readonly<Record<string, unknown>>): PlanStep[] {
  if (project.alerts === undefined) return []
  const differences = differencesOf(project.alerts as Record<string, unknown>, current)
  return differences.length === 0 ? [] : [{ action: 'changeAlerts', project, alerts: project.alerts, differences }]
}

async function integrationAddition(planning: Planning, integration: IntegrationConfig): Promise<PlanStep[]> {
  const { serviceKey, account, provider, line } = integration
  const what = `serviceKey of the ${provider} integration ${account}`
  if (serviceKey === undefined) planning.faults.push({ line, message: `${what} is missing` })
  else if ((await resolveSecret(serviceKey, planning)) === undefined)
    planning.faults.push({
      line,
      message: `${what} is taken from ${describeReference(serviceKey)}, which is not there`,
    })
  const values = {
    endpoint: integration.endpoint,
    projects: integration.projectNames ?? 'all',
    isForEscalation: integration.isForEscalation,
  }
  const differences = [...differencesOf(values, {}), { field: 'serviceKey', isSecret: true }]
  return [{ action: 'addIntegration', integration, differences }]
}

async function integrationChanges(
  planning: Planning,
  integration: IntegrationConfig,
  current: Integration,
): Promise<PlanStep[]> {
  const changed = await planning.omen.integrations.previewChange(integration, await changesFor(planning, integration))
  const values: Record<string, [unknown, unknown]> = {
    projectNames: [current.projectNames ?? 'all', integration.projectNames ?? 'all'],
    isForEscalation: [current.isForEscalation, integration.isForEscalation],
  }
  const differences = changed.map((field): Difference => {
    const [before, after] = values[field] ?? []
    return field in values ? { field, before, after } : { field, isSecret: true }
  })
  return differences.length === 0 ? [] : [{ action: 'changeIntegration', integration, differences }]
}

/** What of an integration the file says, as the server takes it. */
export async function changesFor(
  source: SecretSource,
  { serviceKey, endpoint, projectNames, isForEscalation }: IntegrationConfig,
): Promise<IntegrationChanges> {
  const secret = serviceKey && (await resolveSecret(serviceKey, source))
  return {
    ...(secret !== undefined && { serviceKey: secret }),
    ...(endpoint !== undefined && { endpoint }),
    ...(projectNames === null ? { allProjects: true } : projectNames && { projectNames: [...projectNames] }),
    ...(isForEscalation !== undefined && { isForEscalation }),
  }
}
