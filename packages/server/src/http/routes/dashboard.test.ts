import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findings, incidents, projects, series as seriesTable, sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let server: TestServer
let owner: TestClient
let now: number
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('owner001')
  now = server.clock.now()
})
afterAll(() => server.close())

interface Given {
  hoursAgo: number
  hours?: number
  severity?: number | null
  moved?: number
  incident?: string
  below?: boolean
}

/** A live project of ten series with findings; one without `hours` is open. */
async function addProject(
  projectName: string,
  given: readonly Given[],
  more: Partial<typeof projects.$inferInsert> = {},
  fromTime = now - 500 * DAY,
) {
  await owner.post('add-custom-project', { projectName, samplingInterval: 1 })
  const { db } = server.ctx
  const [source] = await db.select().from(sources).where(eq(sources.name, projectName))
  const state = { seriesCount: 10, firstDataAt: now - 30 * DAY, lastDataAt: now, trust: 'high' as const, ...more }
  await db.update(projects).set(state).where(eq(projects.sourceId, source!.id))
  await db.update(sources).set({ fromTime }).where(eq(sources.id, source!.id))
  for (const [
    index,
    { hoursAgo, hours, severity = 5, moved = 2, incident = `${projectName}-${index}`, below = false },
  ] of given.entries()) {
    const start = now - hoursAgo * HOUR
    const end = hours === undefined ? null : start + hours * HOUR
    const facts = { onset: start, createdAt: start }
    if (projectName === 'bad')
      await db.insert(seriesTable).values({
        sourceId: source!.id,
        number: 1,
        seriesId: 'cpu[a]',
        metric: 'cpu{host="a"}',
        instance: 'a',
      })
    const incidentState =
      given.some((one) => one.hours === undefined && one.incident === incident) || end === null ? 'open' : 'resolved'
    await db
      .insert(incidents)
      .values({ id: incident, sourceId: source!.id, state: incidentState, ...facts })
      .onConflictDoNothing()
    const series = Array.from({ length: 3 }, (_, k) => ({ seriesId: `s${k}`, firstAt: k < moved ? start : null }))
    const subject = { metric: 'cpu', instance: incident, durationMs: HOUR }
    const sentence = {
      ...subject,
      kind: 'anomaly',
      side: 1,
      peak: 98,
      isExtreme: true,
      usual: 31,
      unit: '%',
      isFirst: true,
    }
    const silent = { ...subject, kind: 'silent', series: 1 }
    await db.insert(findings).values({
      sourceId: source!.id,
      incidentId: incident,
      key: `k${index}`,
      number: 0,
      rows: 1,
      ...(severity === null
        ? { type: 'gap' as const, kind: 'silent' as const, detail: { seriesIds: ['s0'], sentence: silent } as never }
        : { type: 'period' as const, kind: 'anomaly' as const, detail: { series, sentence } as never }),
      leadSeries: 1,
      startTime: start,
      endTime: end,
      severity,
      direction: severity === null ? null : below ? -1 : 1,
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
    await addProject('silent', [], { lastDataAt: now - HOUR })
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
        val: 8,
        kind: 'anomaly',
        onset: now - 2 * HOUR,
        end: null,
        state: 'open',
        title: 'cpu on bad-0',
        sentence: 'cpu on bad-0 reached 98 %, usually 31, for 1 h',
        leadSeries: { metric: 'cpu{host="a"}', instance: 'a' },
      },
      { projectName: 'mild', val: 3, findings: 1, leadSeries: null },
    ])
    expect(open).toHaveLength(2)
  })

  it('names of an open incident what is open in it, since when that is', async () => {
    await addProject('partly', [
      { hoursAgo: 5, hours: 2, severity: 9.8, incident: 'partly' },
      { hoursAgo: 1, severity: null, incident: 'partly' },
    ])
    const { incidents: open } = await values()
    expect(open.find(({ id }: { id: string }) => id === 'partly')).toMatchObject({
      val: null,
      onset: now - HOUR,
      end: null,
      findings: 1,
      kind: 'silent',
    })
  })

  it('draws a lane a project, of as many buckets as asked for', async () => {
    await addProject('drawn', [
      { hoursAgo: 6, hours: 2, severity: 4, moved: 1 },
      { hoursAgo: 3, hours: 1, severity: null },
    ])
    const answer = await values(owner, `?from=${now - 8 * HOUR}&to=${now}&buckets=8`)
    const { lane, figures } = answer.projects.find((one: { projectName: string }) => one.projectName === 'drawn')
    expect(answer.times).toHaveLength(8)
    expect(lane.severity).toEqual([null, null, 4, 4, null, null, null, null])
    expect(lane.isGap).toEqual([false, false, false, false, false, true, false, false])
    expect(lane.share).toEqual([0, 0, 0.1, 0.1, 0, 0, 0, 0])
    expect(lane.start.slice(2, 4)).toEqual([now - 6 * HOUR, now - 6 * HOUR])
    expect(lane.end[5]).toBe(now - 2 * HOUR)
    expect(figures).toEqual({ abnormalShare: (2 * 1) / (8 * 10), seriesMs: 80 * HOUR, findings: 2, incidents: 2 })
  })

  it('compares with the period before, and with the same of last week', async () => {
    await addProject('compared', [
      { hoursAgo: 30, hours: 6, moved: 2 },
      { hoursAgo: 7 * 24 + 12, hours: 12, moved: 3, incident: 'one' },
      { hoursAgo: 7 * 24 + 14, hours: 1, moved: 3, incident: 'one' },
    ])
    const { projects: listed } = await values()
    const one = listed.find(({ projectName }: { projectName: string }) => projectName === 'compared')
    expect(one.figures).toEqual({ abnormalShare: 0, seriesMs: 240 * HOUR, findings: 0, incidents: 0 })
    expect(one.before).toEqual({ abnormalShare: (6 * 2) / 240, seriesMs: 240 * HOUR, findings: 1, incidents: 1 })
    expect(one.lastWeek.abnormalShare).toBeCloseTo((13 * 3) / 240)
    expect(one.lastWeek).toMatchObject({ findings: 2, incidents: 1 })
  })

  it('counts the time from the first sample on, and has no share of a time without data', async () => {
    await addProject('young', [{ hoursAgo: 3, hours: 1, moved: 2 }], {}, now - 6 * HOUR)
    const { projects: listed } = await values(owner, `?from=${now - DAY}&to=${now}`)
    const one = listed.find(({ projectName }: { projectName: string }) => projectName === 'young')
    expect(one.figures).toMatchObject({ abnormalShare: 2 / 60, seriesMs: 60 * HOUR })
    expect([one.before, one.lastWeek]).toMatchObject([
      { abnormalShare: null, seriesMs: 0 },
      { abnormalShare: null, seriesMs: 0 },
    ])
    const { days } = (await owner.get(`dashboard-incident?projectName=young&to=${now}`)).body
    expect([days[0].abnormalShare, days[0].seriesMs]).toEqual([null, 0])
    expect(days.reduce((sum: number, { seriesMs }: { seriesMs: number }) => sum + seriesMs, 0)).toBe(60 * HOUR)
  })

  it('refuses a time that ends before it begins', async () => {
    const { status, body } = await owner.get(`dashboard-uservalues?from=${now}&to=${now - 1}`)
    expect([status, body.details[0].field]).toEqual([400, 'from'])
  })
})

describe('the incidents of the dashboard', () => {
  const incidents = async (query: string, client = owner) => (await client.get(`dashboard-incident${query}`)).body

  it('lists those of the interval, the worst first, a page at a time, of one project if asked for', async () => {
    await addProject('listed', [
      { hoursAgo: 50, hours: 1, severity: 6 },
      { hoursAgo: 40, hours: 1, severity: null },
      { hoursAgo: 30, hours: 1, severity: 9 },
      { hoursAgo: 400, hours: 1, severity: 10 },
    ])
    const all = await incidents('?projectName=listed')
    expect(all.incidents.map((one: { val: number | null }) => one.val)).toEqual([9, 6, null])
    expect(all.incidents[0]).toMatchObject({ state: 'resolved', onset: now - 30 * HOUR, end: now - 29 * HOUR })
    expect(all.page).toEqual({ page: 1, pageSize: 50, total: 3 })
    const second = await incidents('?projectName=listed&page=2&pageSize=2')
    expect([second.incidents.length, second.page.total]).toEqual([1, 3])
    const later = await incidents(`?projectName=listed&from=${now - 35 * HOUR}`)
    expect(later.incidents).toHaveLength(1)
    expect((await incidents('?projectName=listed&state=open')).incidents).toEqual([])
    expect((await incidents('?state=open')).incidents.map((one: { id: string }) => one.id)).toEqual([
      ...['partly', 'bad-0', 'mild-0'],
    ])
  })

  it('speaks the language that is asked for', async () => {
    const answer = await owner.get('dashboard-incident?projectName=bad', { 'accept-language': 'zh-CN' })
    expect(answer.body.incidents[0].sentence).toContain('达到')
  })

  it('counts by local hour, with the worst severity and its sign, and gaps apart', async () => {
    const start = Math.floor((now - 20 * DAY) / DAY) * DAY
    const at = (time: number) => (now - time) / HOUR
    await addProject('counted', [
      { hoursAgo: at(start + 2.5 * HOUR), hours: 1, severity: 4 },
      { hoursAgo: at(start + 3 * HOUR), hours: 0.5, severity: 7, below: true },
      { hoursAgo: at(start + 9 * HOUR), hours: 1, severity: null },
    ])
    const answer = await incidents(`?projectName=counted&from=${start}&to=${start + 2 * DAY}&timeZone=Asia/Kolkata`)
    const [first, second, ...gaps] = answer.hours
    const name = new Date(start).toISOString().slice(0, 10)
    // 02:30 UTC is 08:00 in Kolkata
    expect(first).toMatchObject({ day: name, hour: 8, findings: 2, severity: -7, isGap: false })
    expect([first.start, first.end]).toEqual([start + 2.5 * HOUR, start + 3.5 * HOUR])
    expect(second).toMatchObject({ hour: 14, severity: null, isGap: true })
    expect(gaps.map((one: { hour: number }) => one.hour)).toEqual([15])
  })

  it('has the abnormal share and the new incidents of each local day, of 25 hours where clocks are put back', async () => {
    const [from, to] = [Date.parse('2025-10-25T22:00Z'), Date.parse('2025-10-27T23:00Z')]
    const again = Date.parse('2025-10-26T01:10Z')
    await addProject('autumn', [
      { hoursAgo: (now - Date.parse('2025-10-26T00:10Z')) / HOUR, hours: 1.5, severity: 3 },
      { hoursAgo: (now - again) / HOUR, hours: 0.5, severity: 5 },
    ])
    const answer = await incidents(`?projectName=autumn&from=${from}&to=${to}&timeZone=Europe/Berlin`)
    expect(answer.hours).toMatchObject([
      { day: '2025-10-26', hour: 2, findings: 1, severity: 3 },
      { day: '2025-10-26', hour: 2, findings: 2, severity: 5 },
    ])
    expect(answer.days).toEqual([
      {
        day: '2025-10-26',
        start: from,
        end: from + 25 * HOUR,
        incidents: 2,
        abnormalShare: expect.closeTo(((1.5 + 0.5) * 2) / (25 * 10)),
        seriesMs: 250 * HOUR,
      },
      { day: '2025-10-27', start: from + 25 * HOUR, end: to, abnormalShare: 0, seriesMs: 240 * HOUR, incidents: 0 },
    ])
  })

  it('refuses an unknown time zone and more than 92 days', async () => {
    const zone = await owner.get('dashboard-incident?timeZone=Mars/Olympus')
    const long = await owner.get(`dashboard-incident?from=${now - 93 * DAY}`)
    expect([zone.body.details[0].field, long.body.details[0].field]).toEqual(['timeZone', 'from'])
  })

  it('is empty for an account without projects', async () => {
    const stranger = await server.signUp('stranger2')
    const answer = await incidents('', stranger)
    expect(answer).toMatchObject({ incidents: [], hours: [], page: { total: 0 } })
    expect(answer.days.every((one: { abnormalShare: number | null }) => one.abnormalShare === null)).toBe(true)
  })
})
