import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLiveProject } from '../../testing/live-rounds.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

const MANY = 100_000
const DAY = 86_400_000

let server: TestServer
let project: Awaited<ReturnType<typeof openLiveProject>>
let now: number
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  project = await openLiveProject(server, 'many0001')
  now = server.clock.now()
  const sentence = JSON.stringify({
    kind: 'anomaly',
    metric: 'cpu',
    instance: 'a',
    service: '',
    durationMs: 1000,
    side: 1,
    isExtreme: true,
    peak: 98,
    usual: 20,
    unit: '%',
    metrics: 1,
    instances: 1,
    isFirst: true,
  })
  await server.ctx.db.execute(sql`
    insert into incidents (id, source_id, state, onset, end_time, created_at, kind, family, severity, val, finding_count, lead,
      search, repeat_key)
    select 'in_' || n, ${project.sourceId}, case when n % 100 = 0 then 'open' else 'resolved' end,
      ${now}::bigint - n * 20000::bigint, ${now}::bigint - n * 20000::bigint + 10000, ${now}::bigint, 'anomaly',
      case when n % 2 = 0 then 'cpu' else 'disk' end, n % 10, n % 10, 1,
      jsonb_build_object('metric', 'cpu', 'instance', 'node' || n % 1000, 'sentence', ${sentence}::jsonb),
      'cpu on node' || n % 1000, 'k' || n % 500
    from generate_series(0, ${MANY - 1}) n`)
})
afterAll(() => server.close())

const list = async (query: string) =>
  (await project.owner.get(`dashboard-incident?withCalendar=false&from=${now - 90 * DAY}&to=${now + DAY}&${query}`))
    .body

describe('a hundred thousand incidents', () => {
  it('are counted, paged to the last, searched and folded', async () => {
    const all = await list('pageSize=50')
    expect(all).toMatchObject({ page: { total: MANY }, counts: { open: 1000, resolved: 99_000 } })
    expect(all.incidents).toHaveLength(50)
    expect((await list('pageSize=50&page=2000&order=newest')).incidents.at(-1).id).toBe(`in_${MANY - 1}`)
    const beyond = await list('pageSize=50&page=2001')
    expect([beyond.incidents, beyond.page.total]).toEqual([[], MANY])
    expect((await list('q=node77')).page.total).toBe(1100)
    expect((await list('tab=open&family=disk')).page.total).toBe(0)
    const folded = await list('fold=true&order=newest')
    expect(folded.page.total).toBe(500)
    expect(folded.incidents[0]).toMatchObject({ id: 'in_0', repeats: { count: 200, key: 'k0' } })
  })
})
