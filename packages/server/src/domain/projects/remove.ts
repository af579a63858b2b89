import type { components } from '@omen/sdk/api'
import { and, count, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import {
  findings,
  incidents,
  ingestKeys,
  liveStates,
  members,
  projects,
  removedDemos,
  sources,
  verdicts,
} from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import { unlessBackup } from '../removals/index.ts'
import { findReadableProject, type ProjectRow } from './project-row.ts'

export type ProjectLoss = components['schemas']['ProjectLoss']

export interface RemoveRequest {
  readonly projectName: string
  readonly confirm?: string | undefined
  readonly dryRun: boolean
}

/** Batches that were accepted before the removal are stored by then. */
const GRACE_MS = 120_000

/**
 * Removes a project of the caller: its keys end at once, its data is deleted by `deleteRemoved`. Somebody else's project is
 * left instead. With `dryRun` nothing is changed.
 */
export async function removeProject(
  ctx: Context,
  caller: Caller,
  { projectName, confirm, dryRun }: RemoveRequest,
): Promise<{ isOwner: boolean; loss: ProjectLoss }> {
  const row = await findReadableProject(ctx, caller, projectName)
  const isOwner = row.source.ownerId === caller.accountId
  const loss = isOwner ? await lossOf(ctx, row) : NOTHING
  if (dryRun) return { isOwner, loss }
  if (confirm?.toLowerCase() !== projectName.toLowerCase())
    throw invalidField('confirm', 'must be the name of the project', { rule: 'wrong' })
  if (isOwner) await markRemoved(ctx, row)
  else await leave(ctx, caller, row)
  ctx.liveChanges.announce(row.source.id)
  return { isOwner, loss }
}

const NOTHING: ProjectLoss = {
  points: 0,
  logLines: 0,
  series: 0,
  findings: 0,
  incidents: 0,
  verdicts: 0,
  keys: 0,
  members: 0,
  from: null,
  to: null,
}

async function lossOf({ db, points }: Context, { source, project }: ProjectRow): Promise<ProjectLoss> {
  const [stored, logs] = await Promise.all([points.describeLive(source.id), points.describeLogs(source.id)])
  const [foundRows] = await db.select({ rows: count() }).from(findings).where(eq(findings.sourceId, source.id))
  return {
    points: stored.points,
    logLines: logs.lines,
    series: project.seriesCount,
    findings: foundRows!.rows,
    incidents: await db.$count(incidents, eq(incidents.sourceId, source.id)),
    verdicts: await db.$count(verdicts, eq(verdicts.sourceId, source.id)),
    keys: await db.$count(ingestKeys, eq(ingestKeys.sourceId, source.id)),
    members: await db.$count(members, eq(members.sourceId, source.id)),
    from: outermost(Math.min, [stored.from, logs.from]),
    to: outermost(Math.max, [stored.to, logs.to]),
  }
}

/** Samples that count lines reach less far back than the lines. */
function outermost(choose: (...times: number[]) => number, among: readonly (number | null)[]): number | null {
  const times = among.filter((time) => time !== null)
  return times.length === 0 ? null : choose(...times)
}

/** The name is free again: no project can have one with a colon. */
async function markRemoved(ctx: Context, { source, project }: ProjectRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.delete(ingestKeys).where(eq(ingestKeys.sourceId, source.id))
    await tx.delete(members).where(eq(members.sourceId, source.id))
    await tx
      .update(sources)
      .set({ name: `removed:${source.id}` })
      .where(eq(sources.id, source.id))
    const removedAt = ctx.clock.now()
    await tx.update(projects).set({ removedAt }).where(eq(projects.sourceId, source.id))
    if (project.isDemo)
      await tx.insert(removedDemos).values({ projectName: source.name, removedAt }).onConflictDoNothing()
  })
}

async function leave({ db }: Context, caller: Caller, { source }: ProjectRow): Promise<void> {
  await db.delete(members).where(and(eq(members.sourceId, source.id), eq(members.accountId, caller.accountId)))
}

/** Deletes the data of removed projects, and with it the last trace of them. */
export async function deleteRemoved(ctx: Context): Promise<void> {
  await unlessBackup(ctx, async (tx) => {
    const isDue = and(isNotNull(projects.removedAt), lt(projects.removedAt, ctx.clock.now() - GRACE_MS))
    const rows = await tx.select({ id: projects.sourceId }).from(projects).where(isDue)
    const ids = rows.map(({ id }) => id)
    await ctx.points.drop(ids)
    const states = await tx.select().from(liveStates).where(inArray(liveStates.sourceId, ids))
    for (const { handle } of states) await ctx.files.remove(handle)
    for (const { id } of rows) await tx.delete(sources).where(eq(sources.id, id))
  })
}
