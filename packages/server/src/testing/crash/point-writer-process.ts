import { openPointStore } from '../../adapters/clickhouse/open-point-store.ts'
import { encodePoints } from '../../adapters/clickhouse/point-codec.ts'

/**
 * A process with a point store in the folder that it is given. It says what it finds there, then writes until it is killed, and
 * says a line after each acknowledgment: a JSON array of its kind, its number, and the rows.
 */
const [folder, round] = process.argv.slice(2) as [string, string]
const SENDERS = 8
const ROWS_AT_ONCE = 100
const START = Date.UTC(2026, 0, 1)

const store = await openPointStore({ url: null, cluster: null, folder, recorded: async () => undefined })
const say = (...line: unknown[]): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

async function countLive(sender: number): Promise<number> {
  const span = { from: START, to: START + 1_000_000 }
  const { columns } = await store.readGrid(`sender_${sender}`, [0], span, 1)
  return columns[0]!.filter((value) => !Number.isNaN(value)).length
}

async function writeDatasets(): Promise<void> {
  for (let number = 0; ; number++) {
    const dataset = `ds_${round}_${number}`
    const times = Float64Array.from({ length: ROWS_AT_ONCE }, (_, row) => START + row)
    await store.insertPoints(dataset, encodePoints(times, [times, times]))
    say('dataset', dataset, 2 * ROWS_AT_ONCE)
  }
}

/** Every batch continues where the one before it ended, in this life or the last. */
async function writeLive(sender: number, from: number): Promise<void> {
  for (let rows = from; rows < 900_000; rows += ROWS_AT_ONCE) {
    const times = Float64Array.from({ length: ROWS_AT_ONCE }, (_, row) => START + rows + row)
    await store.append(`sender_${sender}`, { series: new Uint32Array(ROWS_AT_ONCE), times, values: times })
    say('live', sender, rows + ROWS_AT_ONCE)
  }
}

/** The datasets to look for come on standard input, one a line. */
let wanted = ''
for await (const chunk of process.stdin) wanted += String(chunk)
for (const dataset of wanted.split('\n').filter(Boolean))
  say('found', dataset, (await store.computeChecksum(dataset)).rows)
const live = await Promise.all(Array.from({ length: SENDERS }, (_, sender) => countLive(sender)))
for (const [sender, rows] of live.entries()) say('found-live', sender, rows)
for (const { part, reason } of await store.damage()) say('damage', part, reason)
say('ready')
await Promise.all([writeDatasets(), ...live.map((rows, sender) => writeLive(sender, rows))])
