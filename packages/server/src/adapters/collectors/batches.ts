import type { CollectedBatch, CollectedSeries } from '../../ports/collector.ts'

export const maxBatchSamples = 5000

/** Series in batches of at most 5,000 samples; a long one is spread over several. */
export function* inBatches(all: Iterable<CollectedSeries>, notes: readonly string[] = []): Generator<CollectedBatch> {
  let batch: CollectedSeries[] = []
  let room = maxBatchSamples
  for (const { series, times, values } of all)
    for (let from = 0; from < times.length; ) {
      const to = Math.min(times.length, from + room)
      batch.push({ series, times: times.slice(from, to), values: values.slice(from, to) })
      room -= to - from
      from = to
      if (room > 0) continue
      yield { series: batch }
      batch = []
      room = maxBatchSamples
    }
  if (batch.length > 0 || notes.length > 0) yield { series: batch, ...(notes.length > 0 && { notes }) }
}
