import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { components } from '../../packages/sdk/src/generated/api.ts'
import { startPrometheusServer } from '../../packages/server/src/testing/providers/prometheus-server.ts'
import type { Budget } from '../budget.ts'
import { type Api, signIn } from '../server/api.ts'
import { measureLags } from '../server/collection-lags.ts'
import { watchMemory } from '../server/memory.ts'
import { processorSecondsOfAll } from '../server/processor.ts'
import { startServer } from '../server/start-server.ts'
import { quantile } from '../statistics.ts'

type Project = components['schemas']['Project']

const PROJECTS = 200
const SERIES_EACH = 500
const MINUTE_MS = 60_000
const MINUTES = 5
/** Half of the time until the next step is due. */
const LAG_LIMIT_MS = MINUTE_MS / 2
const LAG_EVERY_MS = 10_000
const PAST_SERIES = 1000
const PAST_DAYS = 30
const PAST_LIMIT_MS = 15 * MINUTE_MS

/** Projects that fetch from a Prometheus in this process, every minute; then one that fetches a month of the past. */
export const collectBudget: Budget = {
  name: 'collect',
  title: `${PROJECTS} projects that fetch ${SERIES_EACH} series each at one minute; ${PAST_DAYS} days of ${PAST_SERIES} series`,
  async run(scratch) {
    const prometheus = await startPrometheusServer({ stepMs: MINUTE_MS, metrics: names(10), instances: 100 })
    const env = {
      OMEN_OUTBOUND_ALLOW: '127.0.0.1',
      OMEN_MAX_PROJECTS: String(PROJECTS + 1),
    }
    const server = await startServer({ data: join(scratch, 'collect'), env })
    try {
      const api = await signIn(server.origin)
      const address = prometheus.url
      for (let at = 0; at < PROJECTS; at++)
        await add(api, `bench-${at}`, { address, query: [`{instance=~"host[0-4]?[0-9]:9100"}`] })
      await pause(2 * MINUTE_MS)
      const memory = watchMemory(server.pid)
      const began = { at: performance.now(), seconds: processorSecondsOfAll(server.pid) }
      const lags: number[] = []
      for (let minute = 0; minute < MINUTES; minute++) {
        const due = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS
        await pause(due - Date.now())
        lags.push(
          ...(await measureLags(() => listProjects(api), due, { everyMs: LAG_EVERY_MS, limitMs: LAG_LIMIT_MS })),
        )
      }
      // The work of the last minute is that of scoring, too
      await pause(MINUTE_MS - (Date.now() % MINUTE_MS))
      const share = (processorSecondsOfAll(server.pid) - began.seconds) / ((performance.now() - began.at) / 1000)
      const highest = memory.stop()
      const past = await backfill(api, address, server.pid)
      return [
        { what: 'processor', unit: '% of a core', measured: 100 * share, goal: { atMost: 30 }, note: 'all processes' },
        {
          what: 'memory of all processes',
          unit: 'MB',
          measured: highest.all,
          goal: { atMost: 700 },
          note: `server ${Math.round(highest.own)} MB, PostgreSQL ${Math.round(highest.all - highest.own)} MB`,
        },
        {
          what: 'from the end of a minute to its samples stored, 99th percentile',
          unit: 's',
          measured: quantile(lags, 0.99) / 1000,
          goal: { atMost: 5 },
          note: `${lags.length} collections; longest ${(Math.max(...lags) / 1000).toFixed(1)} s`,
        },
        {
          what: `${PAST_DAYS} days of ${PAST_SERIES} series`,
          unit: 's',
          measured: past.seconds,
          goal: { atMost: 300 },
          note: `${Math.round(past.samples / past.seconds).toLocaleString('en')} samples/s; ${Math.round(past.memoryMb)} MB`,
        },
      ]
    } finally {
      await server.stop()
      await prometheus.close()
    }
  },
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `metric_${at}`)
}

async function add(
  api: Api,
  projectName: string,
  more: { address: string; query: string[]; backfillDays?: number },
): Promise<void> {
  await api.post('add-custom-project', { projectName, samplingInterval: 1, source: 'prometheus', ...more })
}

async function listProjects(api: Api): Promise<Project[]> {
  const { projects: listed } = await api.get<{ projects: Project[] }>('projects?pageSize=500')
  if (listed.length !== PROJECTS) throw new Error(`${listed.length} projects are listed, not ${PROJECTS}`)
  return listed
}

async function backfill(api: Api, address: string, pid: number) {
  const began = performance.now()
  const memory = watchMemory(pid)
  await add(api, 'past', { address, query: ['{job="node"}'], backfillDays: PAST_DAYS })
  for (;;) {
    await pause(500)
    const { project } = await api.get<{ project: Project }>('projects/past')
    const { state, done, sentence } = project.collection?.backfill ?? {}
    if (state === 'done') break
    if (performance.now() - began > PAST_LIMIT_MS)
      throw new Error(
        `the past was not fetched within ${PAST_LIMIT_MS / MINUTE_MS} minutes: ${done} of it is there. ${sentence ?? ''}`,
      )
  }
  return {
    seconds: (performance.now() - began) / 1000,
    samples: PAST_SERIES * PAST_DAYS * 1440,
    memoryMb: memory.stop().all,
  }
}
