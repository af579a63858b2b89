import { move, transferableSymbol, valueSymbol } from 'piscina'
import type { DecodedBatch, DecodeTask } from '../../ports/decoded-batch.ts'
import { decode as decodeBatch } from '../../protocols/decode.ts'

/** What threads do for the ways in; Piscina calls it by name. Columns are handed over, not copied. */
export function decode(task: DecodeTask): DecodedBatch {
  const batch = decodeBatch(task)
  if (batch.kind !== 'points') return batch
  const { series, hashes, times, values } = batch.points
  const moved = {
    [transferableSymbol]: [series.buffer, hashes.buffer, times.buffer, values.buffer],
    [valueSymbol]: batch,
  }
  return move(moved as never) as unknown as DecodedBatch
}
