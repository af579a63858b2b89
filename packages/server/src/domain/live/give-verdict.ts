import { and, eq, isNotNull } from 'drizzle-orm'
import { findings } from '../../schema/index.ts'
import type { TrainingPreview } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { toPeriod } from '../findings/index.ts'
import { findOwnProject } from '../projects/index.ts'
import { keepVerdict, type NewVerdict, toReviewedPeriod } from '../verdicts/index.ts'
import { previewTraining } from './preview-training.ts'

export interface LiveVerdictRequest extends Pick<NewVerdict, 'verdict' | 'note' | 'replaces'> {
  readonly projectName: string
  /** As a live analysis names it: f and its number. */
  readonly findingId: string
  /** Only the preview. */
  readonly dryRun: boolean
}

/** Records a verdict on a finding of a project, and previews what the next training learns of its time. */
export async function giveLiveVerdict(
  ctx: Context,
  caller: Caller,
  { projectName, findingId, dryRun, ...given }: LiveVerdictRequest,
): Promise<{ applied: boolean; preview: TrainingPreview }> {
  const row = await findOwnProject(ctx, caller, projectName)
  const sourceId = row.source.id
  const id = Number(findingId.slice(1))
  const preview = await ctx.db.transaction(async (tx) => {
    // So that it is neither deleted nor given a verdict that has lost its finding before this one is stored
    const [finding] = await tx
      .select()
      .from(findings)
      .where(
        and(
          ...[eq(findings.id, id), eq(findings.sourceId, sourceId)],
          ...[isNotNull(findings.key), eq(findings.type, 'period')],
        ),
      )
      .for('share')
    if (!finding)
      throw new DomainError('NOT_FOUND', {
        details: [{ field: 'findingId', message: 'is not a period of this project as it is stored now' }],
      })
    const period = toPeriod(finding)
    const effect = await previewTraining({ ...ctx, db: tx }, row, { ...period, id }, given.verdict)
    if (!dryRun) {
      const { verdict, note, replaces } = given
      const said = { verdict, period: toReviewedPeriod(period), note, replaces, accountId: caller.accountId }
      await keepVerdict({ ...ctx, db: tx }, { sourceId, findingId: id }, said)
    }
    return effect
  })
  if (!dryRun) ctx.liveChanges.announce(sourceId)
  return { applied: !dryRun, preview }
}
