import { join } from 'node:path'
import { openDatabase } from '../../packages/server/src/adapters/database/open-database.ts'
import type { Budget, Measurement } from '../budget.ts'
import { type Api, signIn } from '../server/api.ts'
import { startServer } from '../server/start-server.ts'
import { quantile } from '../statistics.ts'

const INSTANCES = 50
const METRICS_EACH = 10
const ROWS = 180
const AFFECTED = 50
const LINES = 500
const ROUNDS = 40
const MINUTE = 60_000

export const incidentPageBudget: Budget = {
  name: 'incident-page',
  title: `An incident of ${AFFECTED} series in a project of ${INSTANCES * METRICS_EACH}, and one with ${LINES} log lines`,
  async run(scratch) {
    const data = join(scratch, 'incident-page')
    const now = Math.floor(Date.now() / MINUTE) * MINUTE
    const filling = await startServer({ data })
    try {
      await sendData(filling.origin, await signIn(filling.origin), now)
    } finally {
      await filling.stop()
    }
    await addIncidents(data, now)
    const server = await startServer({ data })
    try {
      const api = await signIn(server.origin)
      for (const id of ['in_page', 'in_logs']) for (let warm = 0; warm < 5; warm++) await api.read(`incidents/${id}`)
      const page = await timeReads(api, () => 'incidents/in_page')
      // Each has its first read, with which its causes are computed
      const causes = await timeReads(api, (round) => `incidents/in_causes${round}`)
      const logs = await timeReads(api, () => 'incidents/in_logs')
      return [
        { what: `page of ${AFFECTED} series, p95`, unit: 'ms', measured: page, goal: { atMost: 300 } },
        { what: `page with ${LINES} log lines, p95`, unit: 'ms', measured: logs, goal: { atMost: 300 } },
        {
          what: `causes of ${INSTANCES * METRICS_EACH} metrics with their read and the page, p95`,
          unit: 'ms',
          measured: causes,
          goal: { atMost: 300 },
          note: `${ROUNDS} incidents read for the first time`,
        },
      ] satisfies Measurement[]
    } finally {
      await server.stop()
    }
  },
}

/** Two projects: three hours of samples, and log lines. */
async function sendData(origin: string, api: Api, now: number): Promise<void> {
  const { token } = await api.get<{ token: string }>('session')
  const add = async (operation: string, projectName: string): Promise<string> => {
    const response = await fetch(`${origin}/api/v1/${operation}`, {
      method: 'POST',
      headers: { cookie: api.cookie, 'x-csrf-token': token, 'content-type': 'application/json' },
      body: JSON.stringify({
        projectName,
        samplingInterval: 1,
        ...(operation === 'add-log-project' && { source: 'push' }),
      }),
    })
    if (!response.ok) throw new Error(`a project was answered ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { secret: string }).secret
  }
  const send = async (secret: string, path: string, body: object): Promise<void> => {
    const response = await fetch(`${origin}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`data was answered ${response.status}: ${await response.text()}`)
  }
  const metrics = await add('add-custom-project', 'incident-metrics')
  const start = now - ROWS * MINUTE
  for (let row = 0; row < ROWS; row += 6) {
    const points = Array.from({ length: 6 * INSTANCES * METRICS_EACH }, (_, index) => {
      const series = index % (INSTANCES * METRICS_EACH)
      const at = row + Math.floor(index / (INSTANCES * METRICS_EACH))
      const isHigh = at > ROWS - 30 && series < AFFECTED
      const value = 20 + 5 * Math.sin(at / 7 + series) + (isHigh ? 60 : 0)
      return {
        metric: `m${series % METRICS_EACH}`,
        instance: `i${Math.floor(series / METRICS_EACH)}`,
        time: start + at * MINUTE,
        value,
      }
    })
    await send(metrics, 'ingest/points', { points })
  }
  const logs = await add('add-log-project', 'incident-logs')
  const text = Array.from({ length: LINES }, (_, index) => {
    const time = new Date(now - 30 * MINUTE + index * 500).toISOString()
    return {
      time,
      line: `worker ${index % 7} finished request ${index} in ${index % 90} ms`,
      instance: `i${index % 5}`,
    }
  })
  await send(logs, 'ingest/logs', { lines: text })
}

async function addIncidents(data: string, now: number): Promise<void> {
  const database = await openDatabase({ url: null, folder: join(data, 'postgres') })
  try {
    const onset = now - 29 * MINUTE
    const ids = ['in_page', ...Array.from({ length: ROUNDS }, (_, round) => `in_causes${round}`)]
    const parts = `(select jsonb_agg(jsonb_build_object('seriesId', series_id, 'share', ${1 / AFFECTED}, 'side', 1, 'peak', 85,
      'usual', 20, 'spread', 2, 'peakAt', ${onset}, 'firstAt', ${onset} + number * 1000)) from series s
      where s.source_id = i.source_id and number < ${AFFECTED})`
    const sentence = `jsonb_build_object('kind', 'anomaly', 'metric', 'm1', 'instance', 'i1', 'service', '', 'durationMs', 900000,
      'side', 1, 'peak', 85, 'usual', 20, 'unit', '', 'metrics', 10, 'instances', 5, 'isFirst', true, 'isExtreme', true)`
    const statements = [
      ...ids.map((id) => addOne(id, 'incident-metrics', onset)),
      addOne('in_logs', 'incident-logs', onset),
      `insert into findings (source_id, incident_id, type, key, number, kind, start_time, end_time, rows, severity, direction, probability,
        lead_series, detail) select i.source_id, i.id, 'period', i.id, 0, 'anomaly', ${onset}, ${onset + 20 * MINUTE}, 20, 8, 1, 0.0001, 1,
        jsonb_build_object('fromRow', 0, 'toRow', 20, 'isMissingValue', false, 'series', coalesce(${parts}, '[]'), 'sentence', ${sentence})
        from incidents i where i.id like 'in_page' or i.id like 'in_causes%' or i.id = 'in_logs'`,
      `update projects set training_asked_at = ${now}, retrain_days = 0`,
    ]
    for (const statement of statements) await database.executeSql(statement)
  } finally {
    await database.close()
  }
}

function addOne(id: string, project: string, onset: number): string {
  return `insert into incidents (id, source_id, state, onset, created_at) select '${id}', id, 'resolved', ${onset}, ${onset} from sources where name = '${project}'`
}

/** 95 of 100 reads take no longer, in ms. */
async function timeReads(api: Api, pathOf: (round: number) => string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await api.read(pathOf(round))
    times.push(performance.now() - began)
  }
  return quantile(times, 0.95)
}
