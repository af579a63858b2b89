import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signedInClient } from '../../e2e/src/harness/api-client.ts'
import type { Omen } from '../../packages/sdk/src/index.ts'
import { compressSnappy } from '../../packages/server/src/protocols/snappy.ts'
import type { Budget } from '../budget.ts'
import { labelsOf, MAX_SERIES_BYTES, REMOTE_WRITE_HEADERS, writeSeries } from '../server/remote-write.ts'
import { BENCH_PASSWORD, BENCH_USER, startServer } from '../server/start-server.ts'
import { median, quantile } from '../statistics.ts'

const SERIES = 10_000
const STEP_MS = 1000
/** Until detection has kept pace for a while. */
const WARM_UP_ROWS = 30
const ROWS = 90

/** From the moment when a row is sent until a client that follows the project has it, with its scores. */
export const liveArrival: Budget = {
  name: 'live-arrival',
  title: `From sending to the event of a live analysis, ${SERIES} series with a value a second`,
  async run(scratch) {
    const server = await startServer({ data: join(scratch, 'live-arrival') })
    try {
      const omen = await signedInClient(server.origin, { userName: BENCH_USER, password: BENCH_PASSWORD })
      const { secret } = await omen.projects.addCustom({ projectName: 'bench', samplingInterval: STEP_MS / 60_000 })
      const delays = await measure(omen, `${server.origin}/api/v1/ingest/prometheus/api/v1/write`, secret)
      return [
        { what: 'median', unit: 'ms', measured: median(delays), note: `${delays.length} rows` },
        { what: '99th percentile', unit: 'ms', measured: quantile(delays, 0.99), goal: { atMost: 2000 } },
        { what: 'slowest', unit: 'ms', measured: Math.max(...delays) },
      ]
    } finally {
      await server.stop()
    }
  },
}

async function measure(omen: Omen, url: string, secret: string): Promise<number[]> {
  const sentAt = new Map<number, number>()
  const delays: number[] = []
  const done = new AbortController()
  const sending = sendRows(url, secret, sentAt)
  await pause(WARM_UP_ROWS * STEP_MS)
  const following = (async () => {
    for await (const { isWhole, analysis } of omen.live.follow('bench', { span: 900_000 }, { signal: done.signal })) {
      const now = performance.now()
      const scored = [...sentAt].filter(([time]) => time <= (analysis.position ?? 0))
      for (const [time, began] of scored) {
        sentAt.delete(time)
        // What was there before anybody followed was not waited for
        if (!isWhole) delays.push(now - began)
      }
    }
  })()
  await sending
  await pause(5 * STEP_MS)
  done.abort()
  await following
  if (sentAt.size > 5) throw new Error(`${sentAt.size} rows never came`)
  return delays
}

/** A row each second, all series in one batch. */
async function sendRows(url: string, secret: string, sentAt: Map<number, number>): Promise<void> {
  const labels = Array.from({ length: SERIES }, (_, index) => labelsOf(index))
  const first = Math.ceil(Date.now() / STEP_MS) * STEP_MS
  for (let row = 0; row < WARM_UP_ROWS + ROWS; row++) {
    const time = first + row * STEP_MS
    await pause(Math.max(0, time - Date.now()))
    const body = rowBody(labels, time, row)
    sentAt.set(time, performance.now())
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...REMOTE_WRITE_HEADERS, Authorization: `Bearer ${secret}` },
    })
    if (!answer.ok) throw new Error(`A row was answered ${answer.status}: ${await answer.text()}`)
  }
}

function rowBody(labels: readonly Uint8Array[], time: number, row: number): Uint8Array<ArrayBuffer> {
  const body = Buffer.allocUnsafe(labels.length * MAX_SERIES_BYTES)
  let at = 0
  labels.forEach((label, index) => {
    const value = 40 + 5 * Math.sin(row / 60 + index) + Math.sin(row * 12.9898 + index * 78.233)
    at = writeSeries(body, at, label, time, value)
  })
  return compressSnappy(body.subarray(0, at))
}
