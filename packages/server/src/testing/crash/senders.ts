import { setTimeout } from 'node:timers/promises'
import { compressSnappy } from '../../protocols/snappy.ts'
import { writeRequest } from '../remote-write-body.ts'
import { createTestClient, type TestAnswer, type TestClient } from '../test-client.ts'
import { accepted, workOn } from './load.ts'
import { askUntilServed } from './try-again.ts'

/** A system that sends to a project of its own, batch by batch; the one that was not answered it sends again. */
export interface Sender {
  /** Sends until the server is gone. */
  send(api: string, isOver: () => boolean): Promise<void>
  /** Has the batch acknowledged that was on its way. */
  settle(api: string): Promise<void>
  /** Compares what is stored with what was acknowledged: what came since the last look, or all. A line for each difference. */
  findLosses(on: { admin: TestClient; api: string }, isAll: boolean): Promise<string[]>
  /** Of batches. */
  readonly acknowledged: number
}

interface Way {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly isLogs?: boolean
  bodyOf(batch: number, start: number): string | Uint8Array<ArrayBuffer>
}

const SERIES_COUNT = 20
const ROWS_A_BATCH = 10
const LINES_A_BATCH = 20
const STEP_MS = 1000
/** So long before now the first sample is: batches come faster than their samples are apart. */
const BACK_MS = 20 * 86_400_000
/** Of an answer. */
const MAX_BATCHES_READ = 2000
const PAUSE_MS = 20

const rowTime = (start: number, batch: number, row: number): number => start + (batch * ROWS_A_BATCH + row) * STEP_MS

/** The same for the same sample, and of another one hardly. */
function sampleValue(batch: number, series: number, row: number): number {
  return ((batch * ROWS_A_BATCH + row) * 7919 + series * 104_729) % 1_000_003
}

const eachRow = <T>(make: (row: number) => T): T[] => Array.from({ length: ROWS_A_BATCH }, (_, row) => make(row))
const eachSeries = <T>(make: (series: number) => T): T[] =>
  Array.from({ length: SERIES_COUNT }, (_, series) => make(series))
const toLines = (values: readonly unknown[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')

const ways: readonly Way[] = [
  {
    name: 'remote-write',
    path: 'ingest/prometheus/api/v1/write',
    type: 'application/x-protobuf',
    bodyOf: (batch, start) =>
      compressSnappy(
        writeRequest(
          eachSeries((series) => ({
            labels: { __name__: 'sent', instance: `host-${series}` },
            samples: eachRow((row) => [rowTime(start, batch, row), sampleValue(batch, series, row)] as const),
          })),
        ),
      ),
  },
  {
    name: 'points',
    path: 'ingest/points',
    type: 'application/x-ndjson',
    bodyOf: (batch, start) =>
      toLines(
        eachSeries((series) =>
          eachRow((row) => ({
            metric: 'sent',
            instance: `host-${series}`,
            time: rowTime(start, batch, row),
            value: sampleValue(batch, series, row),
          })),
        ).flat(),
      ),
  },
  {
    name: 'logs',
    path: 'ingest/logs',
    type: 'application/x-ndjson',
    isLogs: true,
    bodyOf: (batch, start) =>
      toLines(
        Array.from({ length: LINES_A_BATCH }, (_, line) => ({
          time: rowTime(start, batch, 0),
          instance: `host-${line % 4}`,
          line: `request ${batch * LINES_A_BATCH + line} was answered`,
        })),
      ),
  },
]

/** One sender for each of some ways in, each with a new project. */
export function addSenders(admin: TestClient): Promise<Sender[]> {
  return Promise.all(ways.map((way) => addSender(admin, way)))
}

async function addSender(admin: TestClient, way: Way): Promise<Sender> {
  const start = Math.floor((Date.now() - BACK_MS) / STEP_MS) * STEP_MS
  const fields = { projectName: way.name, samplingInterval: STEP_MS / 60_000, retentionDays: 90 }
  accepted(await admin.post(way.isLogs ? 'add-log-project' : 'add-custom-project', fields))
  const key = accepted(await admin.post('ingest-keys', { projectName: way.name, name: 'sender', mayRead: true }))
  let acknowledged = 0
  let looked = 0
  const clientOf = (api: string) => createTestClient(api, { bearer: key.body.secret })
  const sendNext = (client: TestClient): Promise<TestAnswer> => {
    const headers = { 'Content-Type': way.type }
    return client.send('POST', way.path, { body: way.bodyOf(acknowledged, start), headers })
  }
  return {
    get acknowledged() {
      return acknowledged
    },
    async send(api, isOver) {
      const client = clientOf(api)
      await workOn(async () => {
        accepted(await sendNext(client))
        acknowledged++
        await setTimeout(PAUSE_MS)
      }, isOver)
    },
    async settle(api) {
      accepted(await askUntilServed(() => sendNext(clientOf(api))))
      acknowledged++
    },
    async findLosses({ admin, api }, isAll) {
      const [from, to] = [isAll ? 0 : looked, acknowledged]
      looked = acknowledged
      const counted = await countStored(admin, way, acknowledged)
      if (way.isLogs) return counted
      return [...counted, ...(await compareSamples(clientOf(api), way.name, { start, from, to }))]
    },
  }
}

/** What is lost or twice shows in the count of all that is stored. */
async function countStored(admin: TestClient, { name, isLogs }: Way, batches: number): Promise<string[]> {
  const { body } = accepted(
    await askUntilServed(() => admin.post('remove-project', { projectName: name, dryRun: true })),
  )
  const stored: number = isLogs ? body.loss.logLines : body.loss.points
  const sent = batches * (isLogs ? LINES_A_BATCH : SERIES_COUNT * ROWS_A_BATCH)
  return stored === sent ? [] : [`${name} has ${stored} of ${sent}`]
}

async function compareSamples(
  reader: TestClient,
  name: string,
  { start, from, to }: { start: number; from: number; to: number },
): Promise<string[]> {
  const losses: string[] = []
  for (let first = from; first < to; first += MAX_BATCHES_READ) {
    const end = Math.min(to, first + MAX_BATCHES_READ)
    const fields = { query: `sent[${(end - first) * ROWS_A_BATCH}s]`, time: `${(rowTime(start, end, 0) - 1) / 1000}` }
    const path = `prometheus/api/v1/query?${new URLSearchParams(fields)}`
    const { body } = accepted(await askUntilServed(() => reader.get(path)))
    const valuesOf = new Map<string, [number, string][]>(
      body.data.result.map(({ metric, values }: { metric: { instance: string }; values: [number, string][] }) => [
        metric.instance,
        values,
      ]),
    )
    for (let series = 0; series < SERIES_COUNT; series++) {
      const stored = valuesOf.get(`host-${series}`) ?? []
      const sent = Array.from({ length: (end - first) * ROWS_A_BATCH }, (_, index) => {
        const [batch, row] = [first + Math.floor(index / ROWS_A_BATCH), index % ROWS_A_BATCH]
        return [rowTime(start, batch, row) / 1000, String(sampleValue(batch, series, row))]
      })
      if (JSON.stringify(stored) === JSON.stringify(sent)) continue
      losses.push(`${name}: of host-${series} ${stored.length} samples of ${sent.length}, or others`)
    }
  }
  return losses
}
