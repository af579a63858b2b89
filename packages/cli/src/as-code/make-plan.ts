import { type ConnectionFields, type Integration, type Omen, type Project, withKeyFile } from '@omen/sdk'
import { connectors, missingFields } from '@omen/sdk/connectors'
import type { OmenConfig, ProjectConfig } from './config.ts'
import { configError } from './config-error.ts'
import { storeKeyFile } from './key-file.ts'
import { type Difference, differencesOf, type PlanStep } from './plan.ts'
import { integrationSteps, isNamed } from './plan-integrations.ts'
import { reportScheduleSteps } from './plan-report-schedules.ts'
import { noteProblem, type Planning, type PlanRequest } from './planning.ts'
import { describeReference, resolveSecret } from './resolve-secrets.ts'
import { plainTimeZone } from './time-zone.ts'

export interface Plan {
  readonly steps: readonly PlanStep[]
  /** Secrets that stay as they are, as their source is not there. */
  readonly notes: readonly string[]
}

/** What has to be done for the server to be as the file says. Reads only; throws what the file says that cannot be done. */
export async function makePlan(omen: Omen, config: OmenConfig, request: PlanRequest): Promise<Plan> {
  const readable: Project[] = []
  for await (const project of omen.projects.listAll()) readable.push(project)
  const own = readable.filter(({ mine }) => mine)
  const demos = own.filter(({ demo }) => demo).map(({ projectName }) => projectName)
  const projects = own.filter(({ demo }) => !demo)
  const integrations = await omen.integrations.list()
  const schedules = await omen.reports.schedules()
  const planning: Planning = { ...request, omen, faults: [], notes: [] }
  for (const { name, line } of config.projects)
    if (demos.some((demo) => isSameName(demo, name)))
      planning.faults.push({ line, message: `${name} is the project of the demo, which the server keeps by itself` })
  const steps: PlanStep[] = []
  for (const desired of config.projects) {
    const current = projects.find(({ projectName }) => isSameName(projectName, desired.name))
    steps.push(...(current ? await changesOf(planning, desired, current) : await additionOf(planning, desired)))
  }
  const existing = projects.map(({ projectName }) => projectName)
  const added = config.projects.map(({ name }) => name).filter((name) => !existing.some((one) => isSameName(one, name)))
  for (const desired of config.integrations)
    steps.push(...(await integrationSteps(planning, desired, { integrations, existing, added })))
  steps.push(...reportScheduleSteps(planning, config.reportSchedules, { schedules, projects: readable, added }))
  if (request.prune) steps.push(...removals(config, projects, integrations))
  if (planning.faults.length > 0) throw configError(request.configPath, planning.faults)
  return { steps, notes: planning.notes }
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
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
  const { connector, dataType, settings, connection, secrets, backfillDays, name, line } = project
  for (const [field, reference] of Object.entries(secrets))
    if ((await resolveSecret(reference, planning)) === undefined)
      planning.faults.push({
        line,
        message: `${field} of ${name} is taken from ${describeReference(reference)}, which is not there`,
      })
  if (connector) {
    const given = { ...connection, ...Object.fromEntries(Object.keys(secrets).map((field) => [field, 'given'])) }
    const type = dataType ?? connectors[connector].dataTypes[0]!
    for (const field of missingFields(connector, type, given as ConnectionFields))
      planning.faults.push({ line, message: `${field.name} is missing in the connection of ${name}` })
  }
  const values = {
    ...(connector && { fetches: connectors[connector].name }),
    dataType,
    samplingInterval: 1,
    ...settings,
    ...connection,
    backfillDays,
    ...(project.alerts && { alerts: project.alerts }),
  }
  const hidden = Object.keys(secrets).map((field): Difference => ({ field, isSecret: true }))
  const { alerts, ...ofProject } = values
  const added: PlanStep = {
    action: 'addProject',
    project,
    differences: [...differencesOf(ofProject, {}), ...hidden],
  }
  const changed = differencesOf({ ...alerts }, {})
  return [added, ...membersStep(project, []), ...alertsStep(project, changed)]
}

async function changesOf(planning: Planning, project: ProjectConfig, current: Project): Promise<PlanStep[]> {
  const connector = current.collection?.connector
  const kind = project.kind ?? 'custom'
  const isOther = connector !== project.connector || (project.connector === undefined && kind !== current.kind)
  if (isOther || (project.dataType && project.dataType !== current.dataType)) {
    const was = connector ? `of ${connectors[connector].name}` : `sent its ${nounOf(current)}`
    planning.faults.push({
      line: project.line,
      message: `${project.name} exists and cannot become another kind of project (it is ${was}): remove it first, or choose another name`,
    })
    return []
  }
  const settings = differencesOf({ ...project.settings }, { ...current, timeZone: plainTimeZone(current.timeZone) })
  return [
    ...(settings.length === 0 ? [] : [{ action: 'changeProject' as const, project, differences: settings }]),
    ...(connector === undefined ? [] : await connectionStep(planning, project)),
    ...membersStep(project, current.members, current.owner),
    ...alertsStep(project, await alertDifferences(planning, project)),
  ]
}

function nounOf({ dataType }: Project): string {
  return dataType === 'Log' ? 'lines' : 'samples'
}

async function connectionStep(planning: Planning, project: ProjectConfig): Promise<PlanStep[]> {
  const { settings } = await planning.omen.projects.connection(project.name)
  const given: Record<string, unknown> = { ...project.connection }
  for (const [name, reference] of Object.entries(project.secrets)) {
    const secret = await resolveSecret(reference, planning)
    if (secret === undefined)
      planning.notes.push(`${name} of ${project.name} stays as it is: ${describeReference(reference)} is not there.`)
    else given[name] = secret
  }
  if (Object.keys(given).length === 0) return []
  const changed = await noteProblem(planning, project, 'connection', () => previewConnection(planning, project, given))
  const differences = (changed ?? []).map(
    (field): Difference =>
      field in project.secrets ? { field, isSecret: true } : { field, before: settings[field], after: given[field] },
  )
  return differences.length === 0 ? [] : [{ action: 'changeConnection', project, differences }]
}

/** A key file is stored for the comparison, and deleted. */
function previewConnection({ omen }: Planning, { name }: ProjectConfig, given: Record<string, unknown>) {
  const { filename, ...fields } = given as ConnectionFields
  if (filename === undefined) return omen.projects.previewConnection(name, fields)
  return withKeyFile(omen, { store: () => storeKeyFile(omen, filename), isKept: false }, (stored) =>
    omen.projects.previewConnection(name, { ...fields, filename: stored }),
  )
}

/** Accounts in any order and case, each once; the owner is none. */
function membersStep(project: ProjectConfig, current: readonly string[], owner?: string): PlanStep[] {
  if (project.members === undefined) return []
  const plain = (names: readonly string[]): string[] => [...new Set(names.map((name) => name.toLowerCase()))].sort()
  const wanted = plain(project.members).filter((name) => name !== owner?.toLowerCase())
  const differences = differencesOf({ members: wanted }, { members: plain(current) })
  return differences.length === 0 ? [] : [{ action: 'changeMembers', project, differences }]
}

/** The server says what it would make of the settings: it adds defaults and has one spelling for each value. */
async function alertDifferences(planning: Planning, project: ProjectConfig): Promise<Difference[]> {
  const { alerts, name, settings } = project
  if (alerts === undefined) return []
  const { pvalue, cvalue } = settings
  const ofProject = { ...(pvalue !== undefined && { pvalue }), ...(cvalue !== undefined && { cvalue }) }
  const wanted = await noteProblem(planning, project, 'alerts', () =>
    planning.omen.alerts.checkSettings(name, { ...alerts, ...ofProject }),
  )
  if (wanted === undefined) return []
  const current = await planning.omen.alerts.settings(name)
  const named = Object.keys(alerts) as (keyof typeof alerts)[]
  return differencesOf(Object.fromEntries(named.map((field) => [field, wanted[field]])), { ...current })
}

function alertsStep(project: ProjectConfig, differences: readonly Difference[]): PlanStep[] {
  if (project.alerts === undefined || differences.length === 0) return []
  return [{ action: 'changeAlerts', project, alerts: project.alerts, differences }]
}
