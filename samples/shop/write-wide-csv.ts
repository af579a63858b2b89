import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { csvHeader, csvLine } from './csv.ts'
import type { Fault } from './faults.ts'
import { METRICS } from './roles.ts'
import { createShop } from './shop.ts'

export type WideCsvOptions = {
  path: string
  /** A multiple of six: a node has six metrics. */
  columns: number
  rows: number
  seed: number
  from: number
  stepMs: number
  faults?: readonly Fault[]
  /** Decimals a value; five make a file of 30 × 814,000 about 200 MB. */
  decimals?: number
}

const CHUNK_LENGTH = 1 << 18

/** Streams a file of any length to disk; memory holds one chunk. Answers its size in bytes. */
export async function writeWideCsv(options: WideCsvOptions): Promise<number> {
  if (options.columns % METRICS.length !== 0) throw new RangeError(`columns must be a multiple of ${METRICS.length}`)
  const { path, seed, from, stepMs, faults = [], decimals = 5 } = options
  const shop = createShop({ seed, from, stepMs, faults, nodes: options.columns / METRICS.length })
  const row = new Float64Array(options.columns)
  const out = createWriteStream(path)
  let chunk = csvHeader(shop.names)
  for (let r = 0; r < options.rows; r++) {
    const { time } = shop.next(row)
    chunk += csvLine(time, row, decimals)
    if (chunk.length < CHUNK_LENGTH) continue
    const drained = out.write(chunk)
    chunk = ''
    if (!drained) await once(out, 'drain')
  }
  out.end(chunk)
  await finished(out)
  return out.bytesWritten
}
