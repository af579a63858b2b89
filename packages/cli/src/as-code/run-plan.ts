import { type ConnectionFields, kindOfConnector, type NewFetchingProject, type Omen } from '@omen/sdk'
import type { AlertConfig, ProjectConfig } from './config.ts'
import { changesFor } from './make-plan.ts'
import type { PlanStep } from './plan.ts'
import { resolveSecret, type SecretSource } from './resolve-secrets.ts'

/** What a step made that is shown once. */
export interface StepResult {
  readonly step: PlanStep
  /** Of a project that is sent its data: its ingest key. */
  readonly secret?: string
  /** Of a webhook: what its bodies are signed with. */
  readonly signingSecret?: string
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
      await omen.projects.changeConnection(step.project.name, await connectionOf(omen, step.project, source))
      return { step }
    case 'changeMembers':
      await omen.projects.setMembers(step.project.name, [...(step.project.members ?? [])])
      return { step }
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
      return { step, ...(signingSecret !== undefined && { signingSecret }) }
    }
    case 'changeIntegration':
      await omen.integrations.change(step.integration, await changesFor(source, step.integration))
      return { step }
    case 'removeIntegration':
      await omen.integrations.delete(step)
      return { step }
  }
}

const defaultMinutes = 1

async function addProject(omen: Omen, project: ProjectConfig, source: SecretSource): Promise<{ secret?: string }> {
  const { name: projectName, settings, connector, dataType, backfillDays } = project
  const body = { samplingInterval: defaultMinutes, ...settings, projectName }
  if (connector === undefined) {
    const isLog = project.kind === 'log'
    const added = isLog
      ? await omen.projects.addLog(body)
      : await omen.projects.addCustom({ ...body, ...(dataType && { dataType }) })
    return { secret: added.secret }
  }
  const fields = await connectionOf(omen, project, source)
  const isLogKind = kindOfConnector(connector) === 'log'
  const more = { ...(dataType && !isLogKind && { dataType }), ...(backfillDays !== undefined && { backfillDays }) }
  await omen.projects.addFetching(connector, { ...body, ...fields, ...more } as NewFetchingProject)
  return {}
}

/** Fields of a connection with their secrets; a key file is stored first. */
async function connectionOf(
  omen: Omen,
  { connection, secrets }: ProjectConfig,
  source: SecretSource,
): Promise<ConnectionFields> {
  const fields: Record<string, unknown> = { ...connection }
  for (const [name, reference] of Object.entries(secrets)) {
    const secret = await resolveSecret(reference, source)
    if (secret === undefined) continue
    fields[name] = name === 'filename' ? await storeKey(omen, secret) : secret
  }
  return fields as ConnectionFields
}

async function storeKey(omen: Omen, text: string): Promise<string> {
  const { filename } = await omen.files.store(new File([text], 'service-account.json'))
  return filename
}
