import type { CollectedSeries } from '../../ports/collector.ts'

/** Samples or lines that one batch may have. */
export const maxBatchSize = 5000

/** The same samples, in batches that are not too large. */
export function* splitBatches(series: Iterable<CollectedSeries>): Generator<CollectedSeries[]> {
  let batch: CollectedSeries[] = []
  let room = maxBatchSize
  for (const { series: key, times, values } of series)
    for (let from = 0; from < times.length; ) {
      const to = Math.min(times.length, from + room)
      batch.push({ series: key, times: times.slice(from, to), values: values.slice(from, to) })
      room -= to - from
      from = to
      if (room > 0) continue
      yield batch
      batch = []
      room = maxBatchSize
    }
  if (batch.length > 0) yield batch
}
