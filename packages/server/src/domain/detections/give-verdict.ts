import { renderSentence } from '@omen/engine'
import { and, eq, gte } from 'drizzle-orm'
import { detections, verdicts } from '../../adapters/database/schema/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { DomainError } from '../errors.ts'
import type { Verdict, VerdictPreview } from '../wire-types.ts'
import { type DetectionRow, findOwnDetection } from './detection-row.ts'
import { isAlike, type PeriodPattern, patternOf, periodIdOf } from './period-pattern.ts'
import { hideAlike } from './verdict-row.ts'

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
  const pattern = patternOf(period)
  const preview = await previewOf(ctx, row, { ...request, pattern })
  if (!request.dryRun) await keep(ctx, row, { ...request, pattern, accountId: caller.accountId })
  return { applied: !request.dryRun, preview }
}

async function keep(
  ctx: Context,
  row: DetectionRow,
  given: VerdictRequest & { pattern: PeriodPattern; accountId: string },
): Promise<void> {
  const { verdict, pattern, accountId, periodId } = given
  const said = { verdict, note: given.note ?? null, pattern, accountId, givenAt: ctx.clock.now() }
  await ctx.db
    .insert(verdicts)
    .values({ detectionId: row.id, periodId, modelId: row.modelId, ...said })
    .onConflictDoUpdate({ target: [verdicts.detectionId, verdicts.periodId], set: said })
}

async function previewOf(
  ctx: Context,
  row: DetectionRow,
  given: VerdictRequest & { pattern: PeriodPattern },
): Promise<VerdictPreview> {
  const since = ctx.clock.now() - days * 86_400_000
  const recent = await ctx.db
    .select()
    .from(detections)
    .where(
      and(
        eq(detections.ownerId, row.ownerId),
        row.modelId === null ? eq(detections.id, row.id) : eq(detections.modelId, row.modelId),
        gte(detections.createdAt, since),
      ),
    )
  const periods: VerdictPreview['periods'] = []
  let keptCount = 0
  for (const detection of recent) {
    const { shown } = await hideAlike(ctx, detection)
    for (const period of shown) {
      const isJudged = detection.id === row.id && periodIdOf(period) === given.periodId
      const vanishes = given.verdict === 'false' && !isJudged && isAlike(period, given.pattern)
      if (!vanishes) keptCount++
      else
        periods.push({
          detectionId: detection.id,
          periodId: periodIdOf(period),
          start: period.start,
          end: period.end,
          val: period.val,
          sentence: renderSentence(period.sentence, given.locale),
        })
    }
  }
  return { days, vanish: periods.length, keep: keptCount, periods }
}
