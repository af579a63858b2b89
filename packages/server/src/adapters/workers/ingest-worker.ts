import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { DecodedBatch, DecodeTask } from '../../ports/decoded-batch.ts'
import type { DecodedLogs, LogDecodeTask } from '../../ports/decoded-logs.ts'
import { decode as decodeBatch } from '../../protocols/decode.ts'
import { decodeLogs as decodeLogBatch } from '../../protocols/decode-logs.ts'

/** What threads do for the ways in; Piscina calls it by name. Columns are handed over, not copied. */
export async function decode(task: DecodeTask): Promise<DecodedBatch> {
  const batch = await decodeBatch(task)
  if (batch.kind !== 'points') return batch
  const { series, hashes, times, values } = batch.points
  return handOver(batch, [series.buffer, hashes.buffer, times.buffer, values.buffer])
}

/** The same for bodies of log lines. */
export async function decodeLogs(task: LogDecodeTask): Promise<DecodedLogs> {
  const batch = await decodeLogBatch(task)
  if (batch.kind !== 'logs') return batch
  const { instances, services, lines, attributes, ...numbers } = batch.logs
  const texts = [instances, services, lines, attributes].flatMap(({ bytes, ends }) => [bytes.buffer, ends.buffer])
  return handOver(batch, [...Object.values(numbers).map(({ buffer }) => buffer as ArrayBuffer), ...texts])
}

function handOver<T>(value: T, buffers: readonly ArrayBufferLike[]): T {
  return move({ [transferableSymbol]: buffers, [valueSymbol]: value } as never) as T
}
