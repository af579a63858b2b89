import { and, eq, gt, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { jobs, livePositions, models, projects, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { createJob } from '../jobs/index.ts'
import { minValuesForModel, modelDueAt, type ProjectRow, selectProjects } from '../projects/index.ts'
import { addVersion } from './model-row.ts'
import { MAX_TRAINED_MS } from './project-data.ts'

const HOUR_MS = 3_600_000
/** After a training that came to nothing, so long until the next. */
const RETRY_MS = 6 * HOUR_MS
/** Rows are scored up to the present, but for a sender that is late; of a history that arrives, the newest part is what is learned. */
const LATEST_MS = HOUR_MS

/** Has each project trained whose model is due; of a project no second training waits. */
export async function trainProjects(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const row of await readCandidates(ctx)) {
    const dueAt = modelDueAt(row)
    const { trainingAskedAt } = row.project
    const isRetry = trainingAskedAt !== null && now - trainingAskedAt < RETRY_MS
    if (dueAt === null || dueAt > now || isRetry) continue
    const until = await scoredUntil(ctx, row)
    if (until === null || until < Math.max(dueAt, Math.min(now, row.source.toTime ?? now)) - LATEST_MS) continue
    if (row.model === null && !(await hasHistory(ctx, row, until))) continue
    await startProjectTraining(ctx, row).catch(unlessRefused(ctx, row))
  }
}

/** Those for which no training is under way. */
async function readCandidates({ db }: Context): Promise<ProjectRow[]> {
  const isUnderWay = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, projects.trainingJobId), inArray(jobs.state, ['queued', 'running'])))
  return selectProjects(db).where(
    and(
      ...[isNull(projects.removedAt), gt(projects.retrainDays, 0), gt(projects.seriesCount, 0)],
      ...[isNotNull(sources.fromTime), not(sql`exists ${isUnderWay}`)],
    ),
  )
}

async function scoredUntil({ db }: Context, { project }: ProjectRow): Promise<number | null> {
  const [row] = await db.select().from(livePositions).where(eq(livePositions.sourceId, project.sourceId))
  return row?.position ?? null
}

/** Whether the rows are there that its first model needs. If not, those that are count as the latest without a gap. */
async function hasHistory({ db, points }: Context, { project }: ProjectRow, until: number): Promise<boolean> {
  const { sourceId, samplingMs } = project
  const to = until + samplingMs
  const rows = await points.countLiveRows(sourceId, { from: to - MAX_TRAINED_MS, to }, samplingMs)
  if (rows >= minValuesForModel(samplingMs)) return true
  await db
    .update(projects)
    .set({ historyFrom: to - rows * samplingMs })
    .where(eq(projects.sourceId, sourceId))
  return false
}

async function startProjectTraining(ctx: Context, { project, source }: ProjectRow): Promise<void> {
  const { sourceId, modelType, isDemo } = project
  await createJob(ctx, async (tx, jobId) => {
    const modelName = await nameOf(tx, { project, source })
    const names = { ownerId: source.ownerId, modelName, modelType }
    const made = await addVersion(ctx, tx, { ...names, jobId, uploadFileName: source.name, isDemo })
    await tx
      .update(projects)
      .set({ modelId: made.modelId, trainingJobId: jobId, trainingAskedAt: ctx.clock.now() })
      .where(eq(projects.sourceId, sourceId))
    return {
      ownerId: source.ownerId,
      title: `${source.name} → ${modelName}`,
      isBackground: true,
      parameters: {
        kind: 'training',
        projectId: sourceId,
        targets: [{ modelName, modelType, ...made }],
        ...(isDemo && { isDemo }),
      },
    }
  })
}

/** The project's own name, but where another model of the owner has it. */
async function nameOf(tx: Database, { project, source }: Pick<ProjectRow, 'project' | 'source'>): Promise<string> {
  const isOwners = and(eq(models.ownerId, source.ownerId), eq(models.modelType, project.modelType))
  const [known] = await tx
    .select({ modelName: models.modelName })
    .from(models)
    .where(and(eq(models.id, project.modelId ?? ''), eq(models.modelType, project.modelType)))
  if (known) return known.modelName
  for (let count = 1; ; count++) {
    const name = count === 1 ? source.name : `${source.name}-${count}`
    const taken = await tx.$count(models, and(isOwners, eq(sql`lower(${models.modelName})`, name.toLowerCase())))
    if (taken === 0) return name
  }
}

/** An account that has too much waiting, or has used its processor time, is looked at again in a minute. */
function unlessRefused(ctx: Context, { project }: ProjectRow): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof DomainError)) throw error
    ctx.log.info({ err: error, sourceId: project.sourceId }, 'the training of a project was put off')
  }
}
