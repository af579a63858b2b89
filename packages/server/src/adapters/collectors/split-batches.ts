import type { CollectedBatch, CollectedSeries } from '../../ports/collector.ts'

/** Samples or lines of a batch. */
export const MAX_BATCH_SIZE = 5000

/** One answer as batches that are not too large; notes go with the first. */
export function* splitBatches(
  series: Iterable<CollectedSeries>,
  notes: readonly string[] = [],
): Generator<CollectedBatch> {
  let batch: CollectedSeries[] = []
  let left = MAX_BATCH_SIZE
  let rest = notes
  const take = (): CollectedBatch => {
    const taken = { series: batch, ...(rest.length > 0 && { notes: rest }) }
    batch = []
    left = MAX_BATCH_SIZE
    rest = []
    return taken
  }
  for (const { series: key, times, values } of series)
    for (let at = 0; at < times.length; ) {
      const end = Math.min(times.length, at + left)
      batch.push({ series: key, times: times.slice(at, end), values: values.slice(at, end) })
      left -= end - at
      at = end
      if (left === 0) yield take()
    }
  if (batch.length > 0 || rest.length > 0) yield take()
}

/** A batch with what was left out, if anything was. */
export function withNotes(batch: CollectedBatch, notes: readonly string[]): CollectedBatch {
  return notes.length === 0 ? batch : { ...batch, notes }
}

/** The newest sample of as many series as `limit` allows, then the ones before. */
export function newestSamples(series: readonly CollectedSeries[], limit: number): CollectedSeries[] {
  const each = Math.max(1, Math.floor(limit / Math.max(1, series.length)))
  return series.slice(0, limit).map(({ series: key, times, values }) => ({
    series: key,
    times: times.slice(-each),
    values: values.slice(-each),
  }))
}
