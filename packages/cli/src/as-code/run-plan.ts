import {
  type ConnectionFields,
  kindOfConnector,
  type NewFetchingProject,
  type Omen,
  unknownNames,
  withKeyFile,
} from '@omen/sdk'
import type { AlertConfig, ProjectConfig } from './config.ts'
import { storeKeyFile } from './key-file.ts'
import type { PlanStep } from './plan.ts'
import { changesFor } from './plan-integrations.ts'
import { newSchedule, valuesOf } from './plan-report-schedules.ts'
import { resolveSecret, type SecretSource } from './resolve-secrets.ts'

/** A secret that a step creates, and that the server does not show again. */
export type NewSecret =
  | { readonly project: string; readonly ingestKey: string }
  | { readonly integration: string; readonly signingSecret: string }

/** The outcome of a step. */
export interface StepResult {
  readonly step: PlanStep
  readonly secret?: NewSecret
  /** Accounts that do not exist, and were left out. */
  readonly unknownMembers?: readonly string[]
}

/** Whether a step creates a secret: the ingest key of a project that is sent its data, or the key that signs the bodies of a webhook. */
export function createsSecret(step: PlanStep): boolean {
  if (step.action === 'addProject') return step.project.connector === undefined
  return step.action === 'addIntegration' && step.integration.provider === 'webhook'
}

/** Does one step. */
export async function runStep(omen: Omen, step: PlanStep, source: SecretSource): Promise<StepResult> {
  switch (step.action) {
    case 'addProject':
      return { step, ...(await addProject(omen, step.project, source)) }
    case 'changeProject':
      await omen.projects.update(step.project.name, step.project.settings)
      return { step }
    case 'changeConnection':
      await withFields(omen, step.project, source, (fields) =>
        omen.projects.changeConnection(step.project.name, fields),
      )
      return { step }
    case 'changeMembers':
      return { step, ...(await setMembers(omen, step.project)) }
    case 'changeAlerts':
      await omen.alerts.set(step.project.name, step.alerts as Required<AlertConfig>)
      return { step }
    case 'removeProject':
      await omen.projects.remove(step.name)
      return { step }
    case 'addIntegration': {
      const { provider, account } = step.integration
      const { serviceKey = '', endpoint, projectNames, isForEscalation } = await changesFor(source, step.integration)
      const more = { endpoint, projectNames, isForEscalation }
      const { signingSecret } = await omen.integrations.add({ provider, account, serviceKey, ...more })
      return { step, ...(signingSecret !== undefined && { secret: { integration: account, signingSecret } }) }
    }
    case 'changeIntegration':
      await omen.integrations.change(step.integration, await changesFor(source, step.integration))
      return { step }
    case 'removeIntegration':
      await omen.integrations.delete(step)
      return { step }
    case 'addReportSchedule':
      await omen.reports.addSchedule(newSchedule(step.schedule))
      return { step }
    case 'changeReportSchedule':
      await omen.reports.changeSchedule(step.id, valuesOf(step.schedule))
      return { step }
    case 'removeReportSchedule':
      await omen.reports.deleteSchedule(step.schedule.id)
      return { step }
  }
}

const DEFAULT_MINUTES = 1

async function addProject(omen: Omen, project: ProjectConfig, source: SecretSource): Promise<{ secret?: NewSecret }> {
  const { name: projectName, settings, connector, dataType, backfillDays } = project
  const body = { samplingInterval: DEFAULT_MINUTES, ...settings, projectName }
  if (connector === undefined) {
    const isLog = project.kind === 'log'
    const added = isLog
      ? await omen.projects.addLog(body)
      : await omen.projects.addCustom({ ...body, ...(dataType && { dataType }) })
    return { secret: { project: projectName, ingestKey: added.secret } }
  }
  const isLogKind = kindOfConnector(connector) === 'log'
  const more = { ...(dataType && !isLogKind && { dataType }), ...(backfillDays !== undefined && { backfillDays }) }
  await withFields(omen, project, source, (fields) =>
    omen.projects.addFetching(connector, { ...body, ...fields, ...more } as NewFetchingProject),
  )
  return {}
}

/** Fields of a connection with their secrets; a key file is stored first, and deleted where it is not taken. */
async function withFields<T>(
  omen: Omen,
  { connection, secrets }: ProjectConfig,
  source: SecretSource,
  act: (fields: ConnectionFields) => Promise<T>,
): Promise<T> {
  const found: Record<string, unknown> = { ...connection }
  for (const [name, reference] of Object.entries(secrets)) {
    const secret = await resolveSecret(reference, source)
    if (secret !== undefined) found[name] = secret
  }
  const { filename, ...fields } = found as ConnectionFields
  if (filename === undefined) return act(fields)
  const store = () => storeKeyFile(omen, filename)
  return withKeyFile(omen, { store, isKept: true }, (stored) => act({ ...fields, filename: stored }))
}

async function setMembers(
  omen: Omen,
  { name, members = [] }: ProjectConfig,
): Promise<Pick<StepResult, 'unknownMembers'>> {
  const known = await omen.projects.setMembers(name, [...members])
  const { owner } = await omen.projects.get(name)
  const unknownMembers = unknownNames(members, [...known, owner])
  return unknownMembers.length > 0 ? { unknownMembers } : {}
}
