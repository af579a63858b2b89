import type { CollectedBatch, CollectedLine, CollectedSeries } from '../../ports/collector.ts'
import { createBatchBuilder } from '../../protocols/batch-builder.ts'
import { createLogBuilder, type LogBuilder, writeAttributes } from '../../protocols/log-builder.ts'
import type { Context } from '../context.ts'
import { ingestLogs, ingestPoints } from '../ingest/index.ts'

export interface StoreOptions {
  readonly sourceId: string
  /** Whether live detection is told at once; of the past it is told when all of it is there. */
  readonly isAnnounced: boolean
}

export interface Stored {
  /** Times of the first and the last sample; undefined where there was none. */
  readonly span: { readonly from: number; readonly to: number } | undefined
  /** Why something of it was not stored; undefined where all was. */
  readonly leftOut: string | undefined
}

/** Stores what a collector brought; resolves when it is on the disk. */
export async function storeBatch(ctx: Context, batch: CollectedBatch, options: StoreOptions): Promise<Stored> {
  const sender = { sourceId: options.sourceId, keyId: '', mayRead: false }
  const results = []
  if (batch.series?.length) {
    const points = toPoints(ctx, options.sourceId, batch.series)
    results.push(await ingestPoints(ctx, sender, { kind: 'points', ...points }, options.isAnnounced))
  }
  if (batch.lines?.length)
    results.push(await ingestLogs(ctx, sender, toLines(batch.lines).build(), options.isAnnounced))
  return {
    span: spanOfBatch(batch),
    leftOut: results.flatMap(({ rejects }) => rejects)[0]?.message,
  }
}

function toPoints(ctx: Context, sourceId: string, all: readonly CollectedSeries[]) {
  const builder = createBatchBuilder(ctx.seriesNumbers.known(sourceId))
  for (const { series, times, values } of all) {
    const index = builder.seriesIndex(series.id, () => series)
    if (index === undefined) continue
    times.forEach((time, at) => void builder.add(index, time, values[at]!))
  }
  return builder.build()
}

function toLines(lines: readonly CollectedLine[]): LogBuilder {
  const builder = createLogBuilder()
  for (const { time, nanos = 0, instance = '', service = '', severity = 0, line, attributes = {} } of lines)
    builder.add({
      time: { ms: time, nanos },
      severity,
      instance,
      service,
      line,
      attributes: writeAttributes(attributes),
    })
  return builder
}

function spanOfBatch({ series = [], lines = [] }: CollectedBatch): Stored['span'] {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const extend = (first: number | undefined, last: number | undefined): void => {
    if (first === undefined || last === undefined) return
    from = Math.min(from, first)
    to = Math.max(to, last)
  }
  for (const { times } of series) extend(times[0], times.at(-1))
  for (const { time } of lines) extend(time, time)
  return from <= to ? { from, to } : undefined
}
