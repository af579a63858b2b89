import { eq } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'
import type { ExclusionPreview, IncidentDecision } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { noteHistory } from '../incident-rows/index.ts'
import { commonMs } from '../live/index.ts'
import { readExclusions, readProjectSpan } from '../models/index.ts'
import { modelDueAt, type ProjectRow } from '../projects/index.ts'
import { compareTraining } from './compare-training.ts'
import { findOwnIncident, type IncidentRow } from './find.ts'
import { requireSurvivor } from './regroup-by-hand.ts'
import { toDecision } from './to-decision.ts'

interface ExclusionRequest {
  readonly id: string
  readonly isExcluded: boolean
  /** Only what it would change. */
  readonly dryRun: boolean
  readonly note?: string | undefined
}

/** Leaves the time of an incident out of the trainings of its project's model, or takes that back; for the project's owner. */
export async function excludeIncident(
  ctx: Context,
  caller: Caller,
  { id, isExcluded, dryRun, note }: ExclusionRequest,
): Promise<{ incident: IncidentDecision; training: ExclusionPreview }> {
  const { incident, project } = await findOwnIncident(ctx, caller, id)
  if (project.source.ownerId !== caller.accountId) throw new DomainError('FORBIDDEN', { message: ownerOnly })
  const training = await previewExclusion(ctx, project, incident, isExcluded)
  if (dryRun) return { incident: toDecision(incident, project), training }
  const at = ctx.clock.now()
  const survivor = await ctx.db.transaction(async (tx) => {
    const before = await requireSurvivor(tx, incident)
    if ((before.excludedAt !== null) === isExcluded) return before
    const excluded = isExcluded
      ? { excludedAt: at, excludedBy: caller.userName }
      : { excludedAt: null, excludedBy: null }
    await tx.update(incidents).set(excluded).where(eq(incidents.id, before.id))
    const kind = isExcluded ? 'excluded' : 'included'
    await noteHistory(tx, { incidentId: before.id, at, kind, by: caller.userName, note: note ?? null })
    return before
  })
  ctx.liveChanges.announce(incident.sourceId)
  return { incident: toDecision(survivor, project), training }
}

async function previewExclusion(
  ctx: Context,
  row: ProjectRow,
  incident: IncidentRow,
  isExcluded: boolean,
): Promise<ExclusionPreview> {
  const nextTrainingAt = modelDueAt(row)
  const none = { nextTrainingAt, durationMs: 0, leftOutMs: 0, leftOutBeforeMs: 0, trainingMs: 0, series: [] }
  if (nextTrainingAt === null) return none
  const sourceId = row.source.id
  const { samplingMs, span } = await readProjectSpan(ctx, sourceId)
  const [before, after] = [
    await readExclusions(ctx, sourceId, span),
    await readExclusions(ctx, sourceId, span, { incidentId: incident.id, isExcluded }),
  ]
  const trainingMs = Math.max(0, span.to - span.from)
  const end = Math.min(incident.endTime ?? span.to, span.to - samplingMs)
  const time = { start: Math.max(incident.onset, span.from), end }
  if (time.end < time.start) return { ...none, trainingMs }
  return {
    ...{ nextTrainingAt, trainingMs, durationMs: time.end - time.start + samplingMs },
    leftOutMs: commonMs(time, after, samplingMs),
    leftOutBeforeMs: commonMs(time, before, samplingMs),
    series: await compareTraining(ctx, incident, { span, samplingMs, before, after }),
  }
}

const ownerOnly = {
  en: 'Only the owner of the project decides what its model learns.',
  'zh-CN': '只有项目的所有者可以决定其模型学习的内容。',
}
