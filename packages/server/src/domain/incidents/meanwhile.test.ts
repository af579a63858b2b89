import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../ports/database.ts'
import { accounts, findings, incidentRecords, incidents } from '../../schema/index.ts'
import { BEGAN, livePeriod, openLiveProject } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { Caller } from '../context.ts'
import { acknowledgeIncident } from './decide.ts'
import { mergeIncidents } from './merge.ts'
import { lockRounds } from './regroup-by-hand.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.clock.advance(BEGAN + 3_600_000 - server.clock.now())
})
afterAll(() => server.close())

/** Two incidents, and their owner. */
async function openTwo(projectName: string) {
  const project = await openLiveProject(server, projectName)
  await project.keep(100, {
    changed: [
      livePeriod('node1|anomaly|10', 'node1', [10, 20], 'over'),
      livePeriod('node2|anomaly|80', 'node2', [80, 100], 'open'),
    ],
  })
  const [first, last] = (await project.incidents()).map(({ id }) => id) as [string, string]
  const [account] = await server.ctx.db.select().from(accounts).where(eq(accounts.userName, projectName))
  const caller: Caller = {
    accountId: account!.id,
    userName: projectName,
    role: account!.role,
    via: 'session',
    scopes: [],
    credentialId: '',
  }
  return { ...project, first, last, caller }
}

type Project = Awaited<ReturnType<typeof openTwo>>

/** Makes a request while a transaction that `change` is part of is not committed yet. */
async function during<T>(change: (tx: Database) => Promise<unknown>, request: () => Promise<T>): Promise<T> {
  const { db } = server.ctx
  let answer: Promise<T> | undefined
  await db.transaction(async (tx) => {
    await change(tx)
    let isAnswered = false
    answer = request().finally(() => {
      isAnswered = true
    })
    answer.catch(() => undefined)
    while (!isAnswered && !(await isBlocked())) await new Promise((resolve) => setTimeout(resolve, 10))
  })
  return answer!
}

async function isBlocked(): Promise<boolean> {
  const { rows } = (await server.ctx.db.execute(sql`select 1 from pg_locks where not granted`)) as unknown as {
    rows: unknown[]
  }
  return rows.length > 0
}

const merging = (project: Project) => (tx: Database) =>
  mergeIncidents({ ...server.ctx, db: tx }, project.caller, { id: project.first, into: project.last })

/** As a live round does whose findings did not come about. */
const deleting = (project: Project) => async (tx: Database) => {
  await lockRounds(tx, project.sourceId)
  await tx.delete(findings).where(eq(findings.incidentId, project.first))
  await tx.delete(incidents).where(eq(incidents.id, project.first))
}

describe('what a person does with an incident while it is merged into another', () => {
  const doing = (project: Project, body: object) =>
    during(merging(project), () => project.owner.post(`incidents/${project.first}`, body))
  const survivorOf = async ({ last }: Project) =>
    (await server.ctx.db.select().from(incidents).where(eq(incidents.id, last)))[0]!

  it.each([
    ['meandec1', { action: 'acknowledge' }, { decision: 'acknowledged', decidedBy: 'meandec1' }],
    ['meannote', { action: 'note', note: 'the disk' }, { note: 'the disk' }],
    ['meanexcl', { action: 'excludeFromTraining' }, { excludedBy: 'meanexcl' }],
  ])('lands on that one: %s', async (name, body, expected) => {
    const project = await openTwo(name)
    const answer = await doing(project, body)
    expect([answer.status, answer.body.incident?.id]).toEqual([200, project.last])
    expect(await survivorOf(project)).toMatchObject(expected)
  })
  it('stars that one', async () => {
    const project = await openTwo('meanstar')
    await doing(project, { action: 'star' })
    const { body } = await project.owner.get(`incidents/${project.last}`)
    expect(body.incident.starred).toBe(true)
  })
  it('acknowledges that one by the link of an alert', async () => {
    const project = await openTwo('meanlink')
    const acknowledge = () => acknowledgeIncident(server.ctx, { id: project.first, by: 'a@example.com' })
    expect(await during(merging(project), acknowledge)).toBe(true)
    expect(await survivorOf(project)).toMatchObject({ decidedBy: 'a@example.com' })
  })
  it('writes the first post-mortem of that one', async () => {
    const project = await openTwo('meanpost')
    const text = { incidentId: project.first, revision: 0, text: '# The disk' }
    const { status } = await during(merging(project), () => project.owner.post('postMortem', text))
    expect(status).toBe(200)
    for (const id of [project.first, project.last]) {
      const { body } = await project.owner.get(`postMortem?incidentId=${id}`)
      expect(body.postMortem).toMatchObject({ revision: 1, text: '# The disk' })
    }
  })
})

describe('an incident that a live round deletes meanwhile', () => {
  it.each([
    ['gonedec1', { action: 'resolve' }],
    ['gonenote', { action: 'note', note: 'the disk' }],
    ['goneexcl', { action: 'excludeFromTraining' }],
    ['gonestar', { action: 'star' }],
  ])('is not found by what a person does with it: %s', async (name, body) => {
    const project = await openTwo(name)
    const answer = await during(deleting(project), () => project.owner.post(`incidents/${project.first}`, body))
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND'])
  })
  it('is not found by who writes about it', async () => {
    const project = await openTwo('gonepost')
    const text = { incidentId: project.first, revision: 0, text: '# The disk' }
    const { status } = await during(deleting(project), () => project.owner.post('postMortem', text))
    expect(status).toBe(404)
  })
})

describe('GET incidents/{id} while a live round', () => {
  const reading = (project: Project, change: (tx: Database) => Promise<unknown>) =>
    during(
      async (tx) => {
        await tx.execute(sql`lock table ${incidentRecords}`)
        await change(tx)
      },
      () => project.owner.get(`incidents/${project.first}`),
    )

  it('deletes it does not find it', async () => {
    const project = await openTwo('readgone')
    const { status, body } = await reading(project, deleting(project))
    expect([status, body.code]).toEqual([404, 'NOT_FOUND'])
  })
  it('merges it has the one that it became part of', async () => {
    const project = await openTwo('readmerg')
    const { status, body } = await reading(project, merging(project))
    expect([status, body.incident.id, body.requestedId]).toEqual([200, project.last, project.first])
    const kept = await server.ctx.db
      .select()
      .from(incidentRecords)
      .where(inArray(incidentRecords.incidentId, [project.last]))
    expect(kept).toHaveLength(1)
  })
})
