import { type Period, renderSentence } from '@omen/engine'
import { and, count, eq, gte } from 'drizzle-orm'
import { detections, findings } from '../../schema/index.ts'
import type { VerdictPreview } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { DomainError } from '../errors.ts'
import { eachPeriod, findPeriod } from '../findings/index.ts'
import { keepVerdict, type NewVerdict, toReviewedPeriod } from '../verdicts/index.ts'
import { type DetectionRow, findOwnDetection } from './detection-row.ts'
import { parsePeriodId, periodIdOf } from './period-id.ts'
import { confirmCounts, readVerdictDigests, refreshCounts } from './shown-counts.ts'
import { createIsShown, type ReviewedPeriod, readClock, readReviewed, toSuppression } from './verdict-row.ts'

const DAYS = 30

export interface VerdictRequest extends Pick<NewVerdict, 'verdict' | 'note' | 'replaces'> {
  readonly periodId: string
  /** Only the preview. */
  readonly dryRun: boolean
  readonly locale: Locale
}

/** Records a verdict on a period, and previews which periods of the last 30 days it hides. */
export async function giveVerdict(
  ctx: Context,
  caller: Caller,
  id: string,
  request: VerdictRequest,
): Promise<{ applied: boolean; preview: VerdictPreview }> {
  const row = await findOwnDetection(ctx, caller, id)
  const key = parsePeriodId(request.periodId)
  const period = key && (await findPeriod(ctx, row.id, key))
  if (!period)
    throw new DomainError('NOT_FOUND', {
      details: [{ field: 'periodId', message: 'is not a period of this detection as it was stored' }],
    })
  const reviewed = {
    detectionId: row.id,
    periodId: request.periodId,
    verdict: request.verdict,
    period: toReviewedPeriod(period),
  }
  const { preview, changed, unchanged } = await previewOf(ctx, row, reviewed, request.locale)
  if (!request.dryRun) {
    const before = await readVerdictDigests(ctx, [row])
    const { verdict, note, replaces } = request
    await keepVerdict(
      ctx,
      { detectionId: row.id, periodId: request.periodId, modelId: row.modelId },
      { verdict, period: reviewed.period, note, replaces, accountId: caller.accountId },
    )
    const now = await readVerdictDigests(ctx, [row])
    await confirmCounts(ctx, unchanged, { before: before(row), now: now(row) })
    await refreshCounts(ctx, changed)
  }
  return { applied: !request.dryRun, preview }
}

/** What a verdict does to the detections that it applies to. */
interface Effect {
  readonly preview: VerdictPreview
  readonly changed: readonly DetectionRow[]
  /** By id. */
  readonly unchanged: readonly string[]
}

/** Compares the periods shown under the existing verdicts with those shown under the requested one. */
async function previewOf(ctx: Context, row: DetectionRow, asked: ReviewedPeriod, locale: Locale): Promise<Effect> {
  const reviewed = await readReviewed(ctx, row)
  const toLocal = await readClock(ctx, row)
  const others = reviewed.filter((one) => one.detectionId !== asked.detectionId || one.periodId !== asked.periodId)
  const before = toSuppression(reviewed, toLocal)
  const after = toSuppression([...others, asked], toLocal)
  const kinds = [...new Set([...before.rules, ...after.rules].map((rule) => rule.pattern.kind))]
  const preview: VerdictPreview = { days: DAYS, vanish: 0, appear: 0, keep: 0, periods: [] }
  const changed: DetectionRow[] = []
  const unchanged: string[] = []
  for (const { detection, periodCount } of await readRecent(ctx, row)) {
    const { id } = detection
    const isShown = { before: createIsShown(before, id), after: createIsShown(after, id) }
    const earlier = preview.vanish + preview.appear
    preview.keep += periodCount
    if (kinds.length > 0)
      for await (const periods of eachPeriod(ctx, id, kinds)) addChanges(preview, id, periods, isShown, locale)
    if (preview.vanish + preview.appear > earlier) changed.push(detection)
    else unchanged.push(id)
  }
  return { preview, changed, unchanged }
}

/** Moves periods whose visibility differs, or that are hidden both times, out of `keep`, where all were counted. */
function addChanges(
  preview: VerdictPreview,
  detectionId: string,
  periods: readonly Period[],
  isShown: Record<'before' | 'after', (period: Period) => boolean>,
  locale: Locale,
): void {
  for (const period of periods) {
    const wasShown = isShown.before(period)
    const staysShown = isShown.after(period)
    if (wasShown && staysShown) continue
    preview.keep--
    if (staysShown) preview.appear++
    if (!wasShown) continue
    preview.vanish++
    const { start, end, val } = period
    const sentence = renderSentence(period.sentence, locale)
    preview.periods.push({ detectionId, periodId: periodIdOf(period), start, end, val, sentence })
  }
}

/** Recent detections that verdicts on this one apply to, with the number of their stored periods. */
function readRecent(ctx: Context, row: DetectionRow): Promise<{ detection: DetectionRow; periodCount: number }[]> {
  const since = ctx.clock.now() - DAYS * 86_400_000
  const isOfModel = row.modelId === null ? eq(detections.id, row.id) : eq(detections.modelId, row.modelId)
  return ctx.db
    .select({ detection: detections, periodCount: count(findings.id) })
    .from(detections)
    .leftJoin(findings, and(eq(findings.detectionId, detections.id), eq(findings.type, 'period')))
    .where(and(eq(detections.ownerId, row.ownerId), isOfModel, gte(detections.createdAt, since)))
    .groupBy(detections.id)
}
