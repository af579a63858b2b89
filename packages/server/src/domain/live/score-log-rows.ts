import type { LogRowsResult } from '../../ports/live-scorer.ts'
import type { LivePoints, TimeSpan } from '../../ports/point-store.ts'
import type { LiveSession } from './live-session.ts'
import { endOfScored, type OpenDetector, registerLogSeries } from './open-detector.ts'
import { logsCompleteTo } from './row-clock.ts'
import { saveResult } from './save-session.ts'
import { MAX_LOGS_BACK_MS } from './watched-project.ts'

/** Lines are read in batches of this many. */
const LINES_AT_ONCE = 20_000
/** Lines of this duration are scored at once, or of up to `MAX_SPAN_MS` if they are few. */
const SPAN_MS = 60_000
const MAX_SPAN_MS = 3_600_000
const FEW_LINES = 1000

/** Scores the rows of log lines that are complete. Lines before a long stop are left to be counted later. */
export async function scoreLogRows(session: LiveSession, open: OpenDetector): Promise<void> {
  const { ctx, sourceId, lateLines, templateRules, templateSchedule } = session
  const { stepMs: intervalMs } = open.options
  await templateRules.apply(open.detector)
  const complete = logsCompleteTo(session, intervalMs)
  // A new detector already begins where lines are first analyzed
  const earliestRow = open.savedAt === undefined ? Number.NEGATIVE_INFINITY : complete - MAX_LOGS_BACK_MS
  const start = Math.max(open.position + intervalMs, Math.floor(earliestRow / intervalMs) * intervalMs)
  if (start > endOfScored(open)) await lateLines.record({ from: endOfScored(open), to: start })
  templateSchedule.expectRowsTo(complete)
  let spanMs = SPAN_MS
  for (let from = start; from < complete && !session.hasEnded; ) {
    const to = Math.min(complete, from + Math.max(1, Math.floor(spanMs / intervalMs)) * intervalMs)
    await ctx.points.settle(sourceId)
    const result = await scoreSpan(session, open, { from, to })
    const changed = templateRules.filter(result.changed)
    await saveResult(session, open, { ...result, changed }, to - intervalMs)
    const isSparse = result.lines.counts.reduce((sum, count) => sum + count, 0) < FEW_LINES
    spanMs = isSparse ? Math.min(2 * spanMs, MAX_SPAN_MS) : SPAN_MS
    from = to
  }
}

/** Has the lines of a span analyzed, and stores their counts as samples of the project's series, of which new ones are registered. */
async function scoreSpan(
  { ctx, sourceId }: LiveSession,
  { detector, numbers, options }: OpenDetector,
  span: TimeSpan,
): Promise<LogRowsResult> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const batch = await ctx.points.readLogBatch(sourceId, span, LINES_AT_ONCE, cursor)
    await detector.pushLines(batch)
    cursor = batch.next
  }
  const { stepMs: intervalMs } = options
  const rows = Math.round((span.to - span.from) / intervalMs)
  const times = Float64Array.from({ length: rows }, (_, row) => span.from + row * intervalMs)
  const result = await detector.pushLogRows(times)
  numbers.push(...(await registerLogSeries(ctx, sourceId, result.added)))
  const points = toPoints(times, result.columns, numbers)
  if (points.times.length > 0) await ctx.points.append(sourceId, points)
  await ctx.points.appendLogCounts(sourceId, result.lines)
  return result
}

function toPoints(times: Float64Array, columns: readonly Float64Array[], numbers: readonly number[]): LivePoints {
  const cells = columns.flatMap((column, place) =>
    numbers[place]! < 0
      ? []
      : Array.from(column, (value, row) => ({ series: numbers[place]!, time: times[row]!, value })).filter(
          ({ value }) => !Number.isNaN(value),
        ),
  )
  return {
    series: Uint32Array.from(cells, ({ series }) => series),
    times: Float64Array.from(cells, ({ time }) => time),
    values: Float64Array.from(cells, ({ value }) => value),
  }
}
