import { renderSentence } from '@omen/engine'
import { and, eq, gte } from 'drizzle-orm'
import { detections, verdicts } from '../../adapters/database/schema/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { DomainError } from '../errors.ts'
import type { Verdict, VerdictPreview } from '../wire-types.ts'
import { type DetectionRow, findOwnDetection } from './detection-row.ts'
import { periodIdOf } from './period-id.ts'
import { createIsShown, type Judged, learn, readJudged, readOffset, toJudgedPeriod } from './verdict-row.ts'

const days = 30

export interface VerdictRequest {
  readonly periodId: string
  readonly verdict: Verdict
  readonly note?: string | undefined
  /** Only the preview. */
  readonly dryRun: boolean
  readonly locale: Locale
}

/** Keeps what a person says about a period, and tells what that hides in the last 30 days. */
export async function giveVerdict(
  ctx: Context,
  caller: Caller,
  id: string,
  request: VerdictRequest,
): Promise<{ applied: boolean; preview: VerdictPreview }> {
  const row = await findOwnDetection(ctx, caller, id)
  const period = row.periods.find((one) => periodIdOf(one) === request.periodId)
  if (!period)
    throw new DomainError('NOT_FOUND', {
      details: [{ field: 'periodId', message: 'is not a period of this detection as it was stored' }],
    })
  const judged = {
    detectionId: row.id,
    periodId: request.periodId,
    verdict: request.verdict,
    period: toJudgedPeriod(period),
  }
  const preview = await previewOf(ctx, row, judged, request.locale)
  if (!request.dryRun) await keep(ctx, row, judged, { note: request.note ?? null, accountId: caller.accountId })
  return { applied: !request.dryRun, preview }
}

async function keep(
  ctx: Context,
  { modelId }: DetectionRow,
  { detectionId, periodId, verdict, period }: Judged,
  by: { note: string | null; accountId: string },
): Promise<void> {
  const said = { ...by, verdict, period, givenAt: ctx.clock.now() }
  await ctx.db
    .insert(verdicts)
    .values({ detectionId, periodId, modelId, ...said })
    .onConflictDoUpdate({ target: [verdicts.detectionId, verdicts.periodId], set: said })
}

/** What is shown with the verdicts there are, against what would be with the one that is asked about. */
async function previewOf(ctx: Context, row: DetectionRow, asked: Judged, locale: Locale): Promise<VerdictPreview> {
  const judged = await readJudged(ctx, row)
  const offsetMs = await readOffset(ctx, row)
  const others = judged.filter((one) => one.detectionId !== asked.detectionId || one.periodId !== asked.periodId)
  const before = learn(judged, offsetMs)
  const after = learn([...others, asked], offsetMs)
  const preview: VerdictPreview = { days, vanish: 0, appear: 0, keep: 0, periods: [] }
  for (const detection of await readRecent(ctx, row)) {
    const wasShown = createIsShown(before, detection.id)
    const isShown = createIsShown(after, detection.id)
    for (const period of detection.periods) {
      if (isShown(period)) preview[wasShown(period) ? 'keep' : 'appear']++
      else if (wasShown(period)) {
        preview.vanish++
        const { start, end, val } = period
        const sentence = renderSentence(period.sentence, locale)
        preview.periods.push({ detectionId: detection.id, periodId: periodIdOf(period), start, end, val, sentence })
      }
    }
  }
  return preview
}

/** The detections of the last days that verdicts on this one speak for. */
function readRecent(ctx: Context, row: DetectionRow): Promise<DetectionRow[]> {
  const since = ctx.clock.now() - days * 86_400_000
  const isOfModel = row.modelId === null ? eq(detections.id, row.id) : eq(detections.modelId, row.modelId)
  return ctx.db
    .select()
    .from(detections)
    .where(and(eq(detections.ownerId, row.ownerId), isOfModel, gte(detections.createdAt, since)))
}
