import type { TrainingPreview, Verdict } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { type Interval, readExclusions, readProjectSpan } from '../models/index.ts'
import { modelDueAt, type ProjectRow } from '../projects/index.ts'

/** How much of a finding's time the next training leaves out, as things are and with a verdict on it. */
export async function previewTraining(
  ctx: Context,
  row: ProjectRow,
  finding: Interval & { readonly id: number },
  verdict: Verdict,
): Promise<TrainingPreview> {
  const nextTrainingAt = modelDueAt(row)
  const none = { nextTrainingAt, durationMs: 0, leftOutMs: 0, leftOutBeforeMs: 0 }
  if (nextTrainingAt === null) return none
  const sourceId = row.source.id
  const { samplingMs, span } = await readProjectSpan(ctx, sourceId)
  const time = { start: Math.max(finding.start, span.from), end: Math.min(finding.end, span.to - samplingMs) }
  if (time.end < time.start) return none
  const [before, after] = [
    await readExclusions(ctx, sourceId, span),
    await readExclusions(ctx, sourceId, span, { findingId: finding.id, verdict }),
  ]
  return {
    nextTrainingAt,
    durationMs: time.end - time.start + samplingMs,
    leftOutMs: commonMs(time, after, samplingMs),
    leftOutBeforeMs: commonMs(time, before, samplingMs),
  }
}

/** How much of an interval others cover. Ends are times of samples, each of which lasts until the next. */
export function commonMs({ start, end }: Interval, others: readonly Interval[], samplingMs: number): number {
  let covered = 0
  let reached = start
  for (const other of [...others].sort((a, b) => a.start - b.start)) {
    const from = Math.max(reached, other.start)
    const to = Math.min(end, other.end) + samplingMs
    if (to <= from) continue
    covered += to - from
    reached = to
  }
  return covered
}
