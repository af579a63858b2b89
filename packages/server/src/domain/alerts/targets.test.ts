import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alerts, deliveries, integrations, sources } from '../../schema/index.ts'
import type { AlertKind } from '../../schema/wire-types.ts'
import { sampleAlert } from '../../testing/sample-alert.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { selectProjects } from '../projects/index.ts'
import { readKeepers, readTargets } from './targets.ts'

let server: TestServer
let sourceId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  const owner = await server.signUp('owner001')
  await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  const { db } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, 'shop'))
  sourceId = source!.id
  const one = { ownerId: source!.ownerId, serviceKey: new Uint8Array([1]), hint: 'x', createdAt: 0, isForAll: true }
  await db.insert(integrations).values([
    { ...one, id: 'usual', account: 'usual', provider: 'slack', isForEscalation: false },
    { ...one, id: 'pager', account: 'pager', provider: 'pagerduty', isForEscalation: true },
    { ...one, id: 'other', account: 'other', provider: 'pagerduty', isForEscalation: true },
  ])
  await sent('escalated', 'both', ['in_a', 'in_b'], { pager: 'sent', other: 'failed' })
  await sent('opened', 'first', ['in_c'], { usual: 'sent' })
})
afterAll(() => server.close())

type State = 'sent' | 'waiting' | 'failed'

async function sent(kind: AlertKind, id: string, incidentIds: string[], to: Record<string, State>): Promise<void> {
  const { db } = server.ctx
  await db
    .insert(alerts)
    .values({ id, sourceId, kind, key: id, incidentIds, at: 0, createdAt: 0, message: sampleAlert({ kind }) })
  for (const [integrationId, state] of Object.entries(to))
    await db
      .insert(deliveries)
      .values({ id: `${id}-${integrationId}`, alertId: id, integrationId, target: integrationId, state, nextAt: 0 })
}

async function targetsOf(kind: 'opened' | 'escalated' | 'recovered', ...incidentIds: string[]): Promise<string[]> {
  const [project] = await selectProjects(server.ctx.db).where(eq(sources.id, sourceId))
  const found = await readTargets(server.ctx.db, project!, { recipients: ['A@example.com'], kind, incidentIds })
  return found.map(({ target }) => target).sort()
}

describe('an integration for escalations', () => {
  it('gets what escalates and nothing before', async () => {
    expect(await targetsOf('opened', 'in_a')).toEqual(['a@example.com', 'usual'])
    expect(await targetsOf('escalated', 'in_c')).toEqual(['a@example.com', 'other', 'pager', 'usual'])
  })
  it('gets the end of what was escalated to it, and of nothing else', async () => {
    expect(await targetsOf('recovered', 'in_a')).toEqual(['a@example.com', 'pager', 'usual'])
    expect(await targetsOf('recovered', 'in_b', 'in_c')).toEqual(['a@example.com', 'pager', 'usual'])
    expect(await targetsOf('recovered', 'in_c')).toEqual(['a@example.com', 'usual'])
  })
})

describe('services that keep an incident of their own', () => {
  const keepers = async (...ids: string[]) =>
    (await readKeepers(server.ctx.db, sourceId, ids)).map(({ target }) => target)
  it('are those that an alert about it went to', async () => {
    expect(await keepers('in_b')).toEqual(['pager'])
    expect(await keepers('in_none', 'in_b')).toEqual(['pager'])
    expect(await keepers('in_c')).toEqual([])
  })
})
