import { nextTurn } from '../../ports/next-turn.ts'
import { createReadResponseWriter, decodeReadRequest } from '../../protocols/remote-read.ts'
import { snappyParts, uncompressSnappy } from '../../protocols/snappy.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { readMatching } from './read-matching.ts'

/** Of a request, after decompression. */
const MAX_REQUEST_BYTES = 1_048_576

/** Answers a `prometheus.ReadRequest` with a `prometheus.ReadResponse`, both in snappy. */
export async function answerRemoteRead(
  ctx: Pick<Context, 'db' | 'points' | 'clock'>,
  sourceId: string,
  body: Uint8Array,
): Promise<Uint8Array> {
  const writer = createReadResponseWriter()
  for (const { matchers, from, to } of decodeReadRequest(uncompressSnappy(body, MAX_REQUEST_BYTES))) {
    const series = await readMatching(ctx, sourceId, matchers, { from, to })
    const samples = series.reduce((sum, { times }) => sum + times.length, 0)
    await inTurns(series.length, (index) => writer.add(series[index]!), samples / Math.max(1, series.length))
    writer.endQuery()
  }
  const parts: Uint8Array[] = []
  for (const part of snappyParts(writer.end())) {
    parts.push(part)
    await nextTurn()
  }
  return Buffer.concat(parts)
}
