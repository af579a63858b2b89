import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signedInClient } from '../../e2e/src/harness/api-client.ts'
import type { Omen } from '../../packages/sdk/src/index.ts'
import type { Budget, Measurement } from '../budget.ts'
import { longestBlock } from '../server/event-loop.ts'
import { BENCH_PASSWORD, BENCH_USER, startServer } from '../server/start-server.ts'
import { median } from '../statistics.ts'

const SERIES = 50
const STEP_MS = 10_000
const DAY_MS = 86_400_000
const ROWS_AT_ONCE = 240
/** None of them is the project's own, which is 0.99. */
const PVALUES = [0.95, 0.999, 0.9, 0.98, 0.9999]
const ROUNDS = 30
const PATIENCE_MS = 300_000

/** What the live page reads first, and what comes with each row after that. */
export const liveAnalysisBudget: Budget = {
  name: 'live-analysis',
  title: `liveAnalysis of ${SERIES} series × 24 h, a sample each ${STEP_MS / 1000} s`,
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'live-analysis') })
    try {
      const omen = await signedInClient(server.origin, { userName: BENCH_USER, password: BENCH_PASSWORD })
      const { secret } = await omen.projects.addCustom({ projectName: 'bench', samplingInterval: STEP_MS / 60_000 })
      await sendDay(server.origin, secret)
      await untilScored(omen)
      return await measure(server.origin, omen)
    } finally {
      await server.stop()
    }
  },
}

/** Each series has a fault of five minutes, one after the other. */
const faultAt = (row: number, column: number): number => {
  const since = row - 4000 - 60 * column
  return since >= 0 && since < 30 ? 25 : 0
}

const valueAt = (row: number, column: number): number => {
  const mixed = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return 40 + column + 5 * Math.sin(row / 360 + column) + mixed - Math.floor(mixed) + faultAt(row, column)
}

async function sendDay(origin: string, secret: string): Promise<void> {
  const end = Math.floor(Date.now() / STEP_MS) * STEP_MS
  const rows = DAY_MS / STEP_MS
  for (let first = 0; first < rows; first += ROWS_AT_ONCE) {
    const points = Array.from({ length: Math.min(ROWS_AT_ONCE, rows - first) * SERIES }, (_, index) => {
      const [row, column] = [first + Math.floor(index / SERIES), index % SERIES]
      const name = { metric: `m${column % 10}`, instance: `node${Math.floor(column / 10)}` }
      return { ...name, time: end - (rows - 1 - row) * STEP_MS, value: valueAt(row, column) }
    })
    const answer = await fetch(`${origin}/api/v1/ingest/points`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(points),
    })
    if (!answer.ok) throw new Error(`The points were answered ${answer.status}: ${await answer.text()}`)
  }
}

async function untilScored(omen: Omen): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await pause(500)) {
    const { lagMs } = await omen.live.analysis('bench', { buckets: 1 })
    if (lagMs !== null && lagMs < 10 * 60_000) return
    if (Date.now() > end) throw new Error('Detection did not reach the present')
  }
}

async function measure(origin: string, omen: Omen): Promise<Measurement[]> {
  const timesOf = async (read: () => Promise<unknown>): Promise<number[]> => {
    await read()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      await read()
      times.push(performance.now() - began)
    }
    return times.sort((a, b) => a - b)
  }
  const whole = () => omen.live.analysis('bench', { span: DAY_MS, buckets: 600 })
  const wholes = await timesOf(whole)
  const ahead = () => omen.live.analysis('bench', { span: DAY_MS, buckets: 600, predict: 24 })
  const began = performance.now()
  await ahead()
  const firstAhead = performance.now() - began
  const latest = await timesOf(() => omen.live.analysis('bench', { span: STEP_MS, buckets: 600 }))
  let read = 0
  const other = () =>
    omen.live.analysis('bench', { span: DAY_MS, buckets: 600, pvalue: PVALUES[read++ % PVALUES.length]! })
  const others = await timesOf(other)
  const found = (await other()).periods.length
  const bytes = JSON.stringify(await whole()).length
  return [
    {
      what: 'a day in 600 buckets, median',
      unit: 'ms',
      measured: median(wholes),
      goal: { atMost: 200 },
      note: `${(bytes / 1e6).toFixed(1)} MB, read and parsed by the client; ${ROUNDS} reads`,
    },
    { what: 'slowest', unit: 'ms', measured: wholes.at(-1)! },
    {
      what: 'event loop held up at most',
      unit: 'ms',
      measured: await longestBlock(origin, whole),
      goal: { atMost: 50 },
    },
    {
      what: 'with the findings of another sensitivity, median',
      unit: 'ms',
      measured: median(others),
      goal: { atMost: 500 },
      note: `slowest ${others.at(-1)!.toFixed(0)} ms; ${found} findings with a pvalue of ${PVALUES[(read - 1) % PVALUES.length]}`,
    },
    {
      what: 'event loop held up by it at most',
      unit: 'ms',
      measured: await longestBlock(origin, other),
      goal: { atMost: 50 },
    },
    {
      what: 'with a forecast of 24 h, first',
      unit: 'ms',
      measured: firstAhead,
      note: 'once a step; events bring it when it is ready',
    },
    { what: 'the latest row alone, as it comes with each event, median', unit: 'ms', measured: median(latest) },
  ]
}
