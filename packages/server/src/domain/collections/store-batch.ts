import type { CollectedBatch, CollectedLine, CollectedSeries } from '../../ports/collector.ts'
import type { PointBatch } from '../../ports/decoded-batch.ts'
import { createBatchBuilder } from '../../protocols/batch-builder.ts'
import { createLogBuilder, type LogBuilder, writeAttributes } from '../../protocols/log-builder.ts'
import type { Context } from '../context.ts'
import { ingestLogs, ingestPoints } from '../ingest/index.ts'
import type { RecentSamples } from './recent-samples.ts'

export interface StoreOptions {
  readonly sourceId: string
  /** Whether live detection is notified at once; of the past it is when all of it is there. */
  readonly isAnnounced: boolean
  /** Samples that were stored before are left out, and those that are stored noted. */
  readonly recent?: RecentSamples
}

/** Times of the first and the last sample. */
export interface Span {
  readonly from: number
  readonly to: number
}

export interface Stored {
  /** Undefined where there was no sample. */
  readonly span: Span | undefined
  /** Of those that were not stored before. */
  readonly fresh: Span | undefined
  /** Why something of it was not stored; undefined where all was. */
  readonly leftOut: string | undefined
}

/** Stores what a collector brought; resolves when it is on the disk. */
export async function storeBatch(ctx: Context, batch: CollectedBatch, options: StoreOptions): Promise<Stored> {
  const { sourceId, isAnnounced, recent } = options
  const sender = { sourceId }
  const { series = [], lines = [] } = batch
  const results = []
  let fresh = spanOfLines(lines)
  if (series.length > 0) {
    const { freshSpan, ...points } = toPoints(ctx, sourceId, { series, recent })
    const stored = await ingestPoints(ctx, sender, { kind: 'points', ...points }, isAnnounced)
    if (recent !== undefined && stored.rejected === 0) noteAll(recent, points.points)
    results.push(stored)
    fresh = joinSpans(fresh, freshSpan)
  }
  if (lines.length > 0) results.push(await ingestLogs(ctx, sender, toLines(lines).build(), isAnnounced))
  return {
    span: joinSpans(spanOfSeries(series), spanOfLines(lines)),
    fresh,
    leftOut: results.flatMap(({ rejects }) => rejects)[0]?.message,
  }
}

function toPoints(
  ctx: Context,
  sourceId: string,
  { series: all, recent }: { series: readonly CollectedSeries[]; recent: RecentSamples | undefined },
) {
  const builder = createBatchBuilder(ctx.seriesNumbers.known(sourceId))
  let freshSpan: Span | undefined
  for (const { series, times, values } of all) {
    const index = builder.seriesIndex(series.id, () => series)
    if (index === undefined) continue
    for (const [at, time] of times.entries()) {
      // Series that have no number yet are below 0
      if (index >= 0 && recent?.has(index, time, values[at]!)) continue
      builder.add(index, time, values[at]!)
      freshSpan = joinSpans(freshSpan, { from: time, to: time })
    }
  }
  return { ...builder.build(), freshSpan }
}

function noteAll(recent: RecentSamples, { series, times, values }: PointBatch): void {
  for (const [row, number] of series.entries()) if (number >= 0) recent.note(number, times[row]!, values[row]!)
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

function spanOfSeries(all: readonly CollectedSeries[]): Span | undefined {
  return all.reduce<Span | undefined>((span, { times }) => joinSpans(span, ends(times[0], times.at(-1))), undefined)
}

function spanOfLines(lines: readonly CollectedLine[]): Span | undefined {
  return lines.reduce<Span | undefined>((span, { time }) => joinSpans(span, { from: time, to: time }), undefined)
}

function ends(from: number | undefined, to: number | undefined): Span | undefined {
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** From the first to the last sample of both. */
export function joinSpans(a: Span | undefined, b: Span | undefined): Span | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
}
