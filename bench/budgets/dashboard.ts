import { join } from 'node:path'
import { openDatabase } from '../../packages/server/src/adapters/database/open-database.ts'
import type { Budget, Measurement } from '../budget.ts'
import { type Api, signIn } from '../server/api.ts'
import { readLoopLag } from '../server/loop-lag.ts'
import { startServer } from '../server/start-server.ts'
import { quantile } from '../statistics.ts'

const PROJECTS = 100
const SERIES_EACH = 1000
const DAYS = 30
/** Incidents a project and day, with two findings each. */
const INCIDENTS_A_DAY = 20
const ROUNDS = 60

export const dashboardBudget: Budget = {
  name: 'dashboard',
  title: `The dashboard of ${PROJECTS} projects, ${PROJECTS * SERIES_EACH} series, ${DAYS} days of findings`,
  async run(scratch) {
    const data = join(scratch, 'dashboard')
    const empty = await startServer({ data })
    try {
      await addProjects(empty.origin, await signIn(empty.origin))
    } finally {
      await empty.stop()
    }
    const findings = await fill(data)
    const server = await startServer({ data })
    try {
      const api = await signIn(server.origin)
      const values = await timeRead(server.origin, api, 'dashboard-uservalues')
      const week = await timeRead(server.origin, api, `dashboard-incident?from=${Date.now() - 14 * 86_400_000}`)
      const note = `${findings} findings in all, ${ROUNDS} reads each`
      return [
        { what: 'dashboard-uservalues, p95', unit: 'ms', measured: values.p95, goal: { atMost: 150 }, note },
        { what: 'dashboard-uservalues, event loop held', unit: 'ms', measured: values.blockedMs },
        { what: 'dashboard-incident of 14 days, p95', unit: 'ms', measured: week.p95 },
      ] satisfies Measurement[]
    } finally {
      await server.stop()
    }
  },
}

async function addProjects(origin: string, api: Api): Promise<void> {
  const { token } = await api.get<{ token: string }>('session')
  for (let number = 0; number < PROJECTS; number++) {
    const response = await fetch(`${origin}/api/v1/add-custom-project`, {
      method: 'POST',
      headers: { cookie: api.cookie, 'x-csrf-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({ projectName: `bench-${number}`, samplingInterval: 1 }),
    })
    if (!response.ok) throw new Error(`a project was answered ${response.status}: ${await response.text()}`)
  }
}

/** Writes what live detection would have written in a month, and that no model is due, so that none is trained meanwhile; how many findings. */
async function fill(data: string): Promise<number> {
  const database = await openDatabase({ url: null, folder: join(data, 'postgres') })
  try {
    const now = Date.now()
    const statements = [
      `update projects set series_count = ${SERIES_EACH}, first_data_at = ${now - DAYS * 86_400_000},
        last_data_at = ${now + 3_600_000}, trust = 'high', training_asked_at = ${now}`,
      `update sources set from_time = ${now - DAYS * 86_400_000} where id in (select source_id from projects)`,
      `insert into series (source_id, number, series_id, metric, instance)
        select source_id, n, 'm' || n % 50 || '[i' || n / 50 || ']', 'm' || n % 50, 'i' || n / 50
        from projects, generate_series(1, ${SERIES_EACH}) n`,
      `insert into incidents (id, source_id, state, onset, end_time, created_at, kind, family, severity, val, finding_count, lead)
        select source_id || '-' || n, source_id, case when n = 0 then 'open' else 'resolved' end,
          ${now} - 600000 - n * ${86_400_000 / INCIDENTS_A_DAY}::bigint,
          case when n > 0 then ${now} + 300000 - n * ${86_400_000 / INCIDENTS_A_DAY}::bigint end, ${now},
          'anomaly', 'cpu', 1 + n % 9, 1 + n % 9, 2, jsonb_build_object('metric', 'm1', 'instance', 'i1', 'sentence',
            jsonb_build_object('kind', 'anomaly', 'metric', 'm1', 'instance', 'i1', 'durationMs', 900000, 'side', 1,
            'peak', 98.5, 'usual', 31.4, 'unit', '%', 'isFirst', true, 'isExtreme', true))
        from projects, generate_series(0, ${DAYS * INCIDENTS_A_DAY - 1}) n`,
      `insert into findings (source_id, incident_id, type, key, number, kind, start_time, end_time, rows, severity, direction,
          probability, lead_series, detail)
        select source_id, id, 'period', id || k, 0, 'anomaly', onset + k * 60000,
          case when state = 'open' then null else onset + 900000 end, 15, 1 + (onset / 1000 + k * 3) % 9, 1, 0.0001, 1,
          jsonb_build_object('series', (select jsonb_agg(jsonb_build_object('seriesId', 'm' || s, 'share', 0.2, 'side', 1,
            'peak', 98.5, 'usual', 31.4, 'spread', 2.1, 'firstAt', onset)) from generate_series(1, 5) s),
            'sentence', jsonb_build_object('kind', 'anomaly', 'metric', 'm1', 'instance', 'i1', 'durationMs', 900000, 'side', 1,
            'peak', 98.5, 'usual', 31.4, 'unit', '%', 'isFirst', true, 'isExtreme', true), 'lastRowAt', onset + 900000)
        from incidents, generate_series(0, 1) k`,
      'analyze',
    ]
    for (const statement of statements) await database.executeSql(statement)
    const { rows } = await database.executeSql('select count(*)::int as total from findings')
    return rows[0]!.total as number
  } finally {
    await database.close()
  }
}

async function timeRead(origin: string, api: Api, path: string): Promise<{ p95: number; blockedMs: number }> {
  for (let warm = 0; warm < 5; warm++) await api.get(path)
  await readLoopLag(origin)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await api.get(path)
    times.push(performance.now() - began)
  }
  return { p95: quantile(times, 0.95), blockedMs: await readLoopLag(origin) }
}
