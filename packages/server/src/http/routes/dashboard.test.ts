import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, incidents, projects, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const hour = 3_600_000
const day = 24 * hour

let server: TestServer
let owner: TestClient
let now: number
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('owner001')
  now = server.clock.now()
}, 60_000)
afterAll(() => server.close())

interface Given {
  hoursAgo: number
  hours?: number
  severity?: number | null
  moved?: number
  incident?: string
}

/** A live project of ten series with findings; one without `hours` is open. */
async function addProject(
  projectName: string,
  given: readonly Given[],
  more: Partial<typeof projects.$inferInsert> = {},
) {
  await owner.post('add-custom-project', { projectName, samplingInterval: 1 })
  const { db } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, projectName))
  const state = { seriesCount: 10, firstDataAt: now - 30 * day, lastDataAt: now, trust: 'high' as const, ...more }
  await db.update(projects).set(state).where(eq(projects.sourceId, source!.id))
  for (const [
    index,
    { hoursAgo, hours, severity = 5, moved = 2, incident = `${projectName}-${index}` },
  ] of given.entries()) {
    const start = now - hoursAgo * hour
    const end = hours === undefined ? null : start + hours * hour
    const facts = { title: `cpu of ${incident}`, onset: start, causes: [], createdAt: start }
    const incidentState = end === null ? 'open' : 'resolved'
    await db
      .insert(incidents)
      .values({ id: incident, sourceId: source!.id, state: incidentState, ...facts })
      .onConflictDoNothing()
    const series = Array.from({ length: 3 }, (_, k) => ({ seriesId: `s${k}`, firstAt: k < moved ? start : null }))
    await db.insert(findings).values({
      ...{ sourceId: source!.id, incidentId: incident, key: `k${index}`, number: 0, rows: 1 },
      ...(severity === null
        ? { type: 'gap' as const, kind: 'silent' as const, detail: { seriesIds: ['s0'] } as never }
        : { type: 'period' as const, kind: 'anomaly' as const, detail: { series } as never }),
      ...{ startTime: start, endTime: end, severity, direction: severity === null ? null : 1 },
    })
  }
}

const values = async (client = owner, query = '') => (await client.get(`dashboard-uservalues${query}`)).body

describe('the dashboard', () => {
  it('is empty for an account without projects', async () => {
    const stranger = await server.signUp('stranger')
    expect(await values(stranger)).toMatchObject({
      success: true,
      projects: [],
      incidents: [],
      summary: { findings: 0 },
    })
  })

  it('has the worst project first: open severity, then silence, then the share; those that learn come last', async () => {
    await addProject('learning', [], { trust: 'low' })
    await addProject('quiet', [{ hoursAgo: 3, hours: 1 }])
    await addProject('calm', [])
    await addProject('silent', [], { lastDataAt: now - hour })
    await addProject('mild', [{ hoursAgo: 2, severity: 3 }])
    await addProject('bad', [{ hoursAgo: 2, severity: 8 }])
    const { projects: listed } = await values()
    expect(listed.map((one: { projectName: string }) => one.projectName)).toEqual([
      ...['bad', 'mild', 'silent', 'quiet', 'calm', 'learning'],
    ])
    expect(listed.map((one: { health: number | null }) => one.health)).toEqual([
      ...[
        100 - 40 - Math.round(50 * Math.sqrt((2 * 2) / 240)),
        expect.any(Number),
        null,
        expect.any(Number),
        100,
        null,
      ],
    ])
  })

  it('lists open incidents, the worst first, and not what is over', async () => {
    const { incidents: open } = await values()
    expect(open).toMatchObject([
      {
        projectName: 'bad',
        owner: 'owner001',
        severity: 8,
        title: 'cpu of bad-0',
        onset: now - 2 * hour,
        state: 'open',
      },
      { projectName: 'mild', severity: 3, findings: 1 },
    ])
    expect(open).toHaveLength(2)
  })

  it('draws a lane a project, of as many buckets as asked for', async () => {
    await addProject('drawn', [
      { hoursAgo: 6, hours: 2, severity: 4, moved: 1 },
      { hoursAgo: 3, hours: 1, severity: null },
    ])
    const answer = await values(owner, `?from=${now - 8 * hour}&to=${now}&buckets=8`)
    const { lane, figures } = answer.projects.find((one: { projectName: string }) => one.projectName === 'drawn')
    expect(answer.times).toHaveLength(8)
    expect(lane.severity).toEqual([null, null, 4, 4, null, null, null, null])
    expect(lane.isGap).toEqual([false, false, false, false, false, true, false, false])
    expect(lane.share).toEqual([0, 0, 0.1, 0.1, 0, 0, 0, 0])
    expect(figures).toEqual({ abnormalShare: (2 * 1) / (8 * 10), findings: 2, incidents: 2 })
  })

  it('compares with the period before, and with the same of last week', async () => {
    await addProject('compared', [
      { hoursAgo: 30, hours: 6, moved: 2 },
      { hoursAgo: 7 * 24 + 12, hours: 12, moved: 3, incident: 'one' },
      { hoursAgo: 7 * 24 + 14, hours: 1, moved: 3, incident: 'one' },
    ])
    const { projects: listed } = await values()
    const one = listed.find(({ projectName }: { projectName: string }) => projectName === 'compared')
    expect(one.figures).toEqual({ abnormalShare: 0, findings: 0, incidents: 0 })
    expect(one.before).toEqual({ abnormalShare: (6 * 2) / 240, findings: 1, incidents: 1 })
    expect(one.lastWeek.abnormalShare).toBeCloseTo((13 * 3) / 240)
    expect(one.lastWeek).toMatchObject({ findings: 2, incidents: 1 })
  })

  it('refuses a time that ends before it begins', async () => {
    const { status, body } = await owner.get(`dashboard-uservalues?from=${now}&to=${now - 1}`)
    expect([status, body.details[0].field]).toEqual([400, 'from'])
  })
})
