import { eq } from 'drizzle-orm'
import { projects, sources } from '../../schema/index.ts'
import type { Project, ProjectModelType } from '../../schema/wire-types.ts'
import { requireTimeZone } from '../accounts/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { findOwnProject } from './project-row.ts'
import { requireFreeName } from './require-free-name.ts'
import { toProject, toSamplingMs } from './to-wire.ts'

export interface ProjectChanges {
  readonly projectName?: string | undefined
  readonly samplingInterval?: number | undefined
  readonly timeZone?: string | undefined
  readonly retentionDays?: number | undefined
  readonly pvalue?: number | undefined
  readonly cvalue?: number | undefined
  readonly modelType?: ProjectModelType | undefined
  readonly retrainDays?: number | undefined
}

/** Renames a project or changes its settings; only its owner may. */
export async function updateProject(
  ctx: Context,
  caller: Caller,
  name: string,
  changes: ProjectChanges,
  locale: Locale,
): Promise<Project> {
  const { source, project } = await findOwnProject(ctx, caller, name)
  const samplingMs =
    changes.samplingInterval === undefined ? project.samplingMs : toSamplingMs(changes.samplingInterval)
  const timeZone = changes.timeZone === undefined ? project.timeZone : requireTimeZone(changes.timeZone)
  const { retentionDays, pvalue, cvalue, modelType, retrainDays } = changes
  const settings = { retentionDays, pvalue, cvalue, modelType, retrainDays }
  // Its model follows the clocks of the zone that it was trained with
  const isOtherModel = (modelType !== undefined && modelType !== project.modelType) || timeZone !== project.timeZone
  const newName = changes.projectName ?? source.name
  await ctx.db.transaction(async (tx) => {
    if (newName !== source.name) await requireFreeName({ ...ctx, db: tx }, caller, newName, source.id)
    await tx.update(sources).set({ name: newName, intervalMs: samplingMs }).where(eq(sources.id, source.id))
    await tx
      .update(projects)
      .set({ samplingMs, timeZone, ...settings, ...(isOtherModel && { trainingAskedAt: null }) })
      .where(eq(projects.sourceId, source.id))
  })
  ctx.liveChanges.announce(source.id)
  return toProject(ctx, caller, await findOwnProject(ctx, caller, newName), locale)
}
