import { eq } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'
import type { ExclusionPreview, IncidentDecision } from '../../schema/wire-types.ts'
import { readValues } from '../alerts/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { noteHistory } from '../incident-rows/index.ts'
import { commonMs } from '../live/index.ts'
import { type Interval, readExclusions, readProjectSpan } from '../models/index.ts'
import { modelDueAt, type ProjectRow } from '../projects/index.ts'
import { readAffected } from './facts/affected-series.ts'
import { readFindings } from './facts/findings.ts'
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
  if (project.source.ownerId !== caller.accountId) throw new DomainError('FORBIDDEN', { message: OWNER_ONLY })
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
    nextTrainingAt,
    trainingMs,
    durationMs: time.end - time.start + samplingMs,
    leftOutMs: commonMs(time, after, samplingMs),
    leftOutBeforeMs: commonMs(time, before, samplingMs),
    series: await compareTraining(ctx, incident, { span, samplingMs, before, after }),
  }
}

const OWNER_ONLY = {
  en: 'Only the owner of the project decides what its model learns.',
  'zh-CN': '只有项目的所有者可以决定其模型学习的内容。',
}

const MAX_SERIES = 10
/** Rows that figures are made of. */
const MAX_ROWS = 5000

interface Training {
  readonly span: { readonly from: number; readonly to: number }
  readonly samplingMs: number
  readonly before: readonly Interval[]
  readonly after: readonly Interval[]
}

/** Mean and deviation of what a model would learn of the leading series of an incident, as things are and otherwise. */
async function compareTraining(
  ctx: Context,
  incident: IncidentRow,
  { span, samplingMs, before, after }: Training,
): Promise<ExclusionPreview['series']> {
  const rows = await readFindings(ctx, incident.id)
  const all = (await readAffected(ctx, incident.sourceId, rows)).series.slice(0, MAX_SERIES)
  if (all.length === 0) return []
  const stepMs = samplingMs * Math.max(1, Math.ceil((span.to - span.from) / samplingMs / MAX_ROWS))
  const { times, columns } = await readValues(ctx, incident.sourceId, all, { ...span, stepMs })
  const [learnedBefore, learnedAfter] = [learned(times, before), learned(times, after)]
  return all.map(({ seriesId, metric, instance }, index) => {
    const [old, fresh] = [figures(columns[index]!, learnedBefore), figures(columns[index]!, learnedAfter)]
    return {
      seriesId,
      metric,
      instance,
      mean: old.mean,
      deviation: old.deviation,
      meanAfter: fresh.mean,
      deviationAfter: fresh.deviation,
    }
  })
}

function learned(times: Float64Array, leftOut: readonly Interval[]): boolean[] {
  return Array.from(times, (time) => !leftOut.some(({ start, end }) => time >= start && time <= end))
}

function figures(column: Float64Array, isLearned: readonly boolean[]) {
  const values = column.filter((value, row) => isLearned[row] && Number.isFinite(value))
  if (values.length === 0) return { mean: null, deviation: null }
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean: rounded(mean), deviation: rounded(Math.sqrt(square)) }
}

function rounded(value: number): number {
  return Number(value.toPrecision(6))
}
