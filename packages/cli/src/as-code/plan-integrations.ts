import type { Integration, IntegrationChanges } from '@omen/sdk'
import type { IntegrationConfig } from './config.ts'
import { type Difference, differencesOf, type PlanStep } from './plan.ts'
import { noteProblem, type Planning } from './planning.ts'
import { describeReference, resolveSecret, type SecretSource } from './resolve-secrets.ts'

interface Known {
  readonly integrations: readonly Integration[]
  /** Names of the caller's projects. */
  readonly existing: readonly string[]
  /** Names of projects that earlier steps add. */
  readonly added: readonly string[]
}

/** Adds an integration or changes what differs of it. */
export async function integrationSteps(
  planning: Planning,
  desired: IntegrationConfig,
  known: Known,
): Promise<PlanStep[]> {
  if (!hasProjects(planning, desired, known)) return []
  const current = known.integrations.find((one) => isNamed(one, desired))
  return current ? changesOf(planning, desired, { ...known, current }) : additionOf(planning, desired)
}

export function isNamed(
  one: { readonly provider: string; readonly account: string },
  { provider, account }: IntegrationConfig,
): boolean {
  return one.provider === provider && one.account.toLowerCase() === account.toLowerCase()
}

function hasProjects({ faults }: Planning, { line, projectNames, account }: IntegrationConfig, known: Known): boolean {
  const names = [...known.existing, ...known.added]
  const missing = (projectNames ?? []).filter((name) => !includes(names, name))
  for (const name of missing)
    faults.push({ line, message: `${account} is for ${name}, which is no project of yours and none in the file` })
  return missing.length === 0
}

function includes(names: readonly string[], name: string): boolean {
  return names.some((one) => one.toLowerCase() === name.toLowerCase())
}

async function additionOf(planning: Planning, integration: IntegrationConfig): Promise<PlanStep[]> {
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

async function changesOf(
  planning: Planning,
  integration: IntegrationConfig,
  { current, added }: Known & { readonly current: Integration },
): Promise<PlanStep[]> {
  const { account, line, serviceKey, projectNames } = integration
  const changes = await changesFor(planning, integration)
  if (serviceKey && changes.serviceKey === undefined)
    planning.notes.push(`serviceKey of ${account} stays as it is: ${describeReference(serviceKey)} is not there.`)
  // The server does not know yet what earlier steps add
  const isFresh = (projectNames ?? []).some((name) => includes(added, name))
  const { projectNames: _, ...others } = changes
  const changed = await noteProblem(planning, { name: account, line }, 'integration', () =>
    planning.omen.integrations.previewChange(integration, isFresh ? others : changes),
  )
  const values: Record<string, [unknown, unknown]> = {
    projectNames: [current.projectNames ?? 'all', projectNames ?? 'all'],
    isForEscalation: [current.isForEscalation, integration.isForEscalation],
    endpoint: [current.endpoint, integration.endpoint],
  }
  const fields = [...(changed ?? []), ...(isFresh ? ['projectNames'] : [])]
  const differences = fields.map((field): Difference => {
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
