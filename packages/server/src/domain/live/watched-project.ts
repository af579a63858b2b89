import type { LiveOptions } from '@omen/engine'
import { eq, inArray } from 'drizzle-orm'
import type { TimeSpan } from '../../ports/point-store.ts'
import { collections, models, projects } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** A project whose data is scored, with the live version of the model that it has learned. */
export type WatchedProject = typeof projects.$inferSelect & {
  readonly liveVersion: number | null
  /** Its data comes from a service that is asked once an interval, not as it is made. */
  readonly isFetched: boolean
}

/** How many rows of samples are scored at most the first time, and after a long stop. */
export const MAX_ROWS_BACK = 20_000
/** How far back samples are learned before those: two of each day of the week, and most of the habits of a series. */
const LEARNED_MS = 15 * 24 * 3_600_000
/** How far log lines are looked back after a long stop. */
export const MAX_LOGS_BACK_MS = 3_600_000
/** The same of a project whose lines have not been analysed yet, within as many rows as of samples. */
const MAX_NEW_LOGS_BACK_MS = 7 * 24 * 3_600_000

/** Of the projects named those that are there, by their source. */
export async function readWatchedProjects(
  { db }: Context,
  sourceIds: readonly string[],
): Promise<Map<string, WatchedProject>> {
  const rows = await db
    .select({ project: projects, liveVersion: models.liveVersion, connector: collections.connector })
    .from(projects)
    .leftJoin(models, eq(models.id, projects.modelId))
    .leftJoin(collections, eq(collections.sourceId, projects.sourceId))
    .where(inArray(projects.sourceId, [...sourceIds]))
  return new Map(
    rows.map(({ project, liveVersion, connector }) => [
      project.sourceId,
      { ...project, liveVersion, isFetched: connector !== null && connector !== 'file' },
    ]),
  )
}

export function liveOptionsOf({ samplingMs: stepMs, pvalue, cvalue, timeZone }: WatchedProject): LiveOptions {
  return { stepMs, pvalue, cvalue, timeZone }
}

export function isSameOptions(a: LiveOptions, b: LiveOptions): boolean {
  const isSame = a.stepMs === b.stepMs && a.pvalue === b.pvalue && a.cvalue === b.cvalue
  return isSame && a.timeZone === b.timeZone
}

/** The times of the first and the last sample or line of a project, null where there is none. */
export function dataExtent(
  { points }: Context,
  { sourceId, dataType }: WatchedProject,
): Promise<{ readonly from: number | null; readonly to: number | null }> {
  return dataType === 'Log' ? points.describeLogs(sourceId) : points.describeLive(sourceId)
}

/** How far back samples and lines are taken into account that arrive late. */
function lookBackMs({ samplingMs, dataType }: Pick<WatchedProject, 'samplingMs' | 'dataType'>): number {
  return dataType === 'Log' ? Math.max(MAX_LOGS_BACK_MS, samplingMs) : MAX_ROWS_BACK * samplingMs
}

/** Whether a project had no data until a short while ago: what arrives may be its history. */
export function isNewProject({ clock }: Context, project: WatchedProject): boolean {
  return project.firstDataAt === null || project.firstDataAt >= clock.now() - lookBackMs(project)
}

/** How far back samples are taken into account that arrive late: those of a new project are as far as they would be learned. */
export function maxLateMs(ctx: Context, project: WatchedProject): number {
  const isHistory = project.dataType !== 'Log' && isNewProject(ctx, project)
  return isHistory ? Math.max(LEARNED_MS, lookBackMs(project)) : lookBackMs(project)
}

/** Where detection begins that has no state. */
export interface Beginning {
  /** The row before the first one that is scored. */
  readonly position: number
  /** What lies before that row and is only learned; undefined where there is nothing. */
  readonly history: TimeSpan | undefined
}

/** Before the first value, or so many rows back. */
export async function beginningOf(ctx: Context, project: WatchedProject): Promise<Beginning> {
  const { samplingMs } = project
  const now = ctx.clock.now()
  const { from } = await dataExtent(ctx, project)
  const rowOf = (time: number): number => Math.floor(time / samplingMs) * samplingMs
  const earliest = Math.min(from ?? now, now)
  const rowsBackMs = MAX_ROWS_BACK * samplingMs
  const isOfLogs = project.dataType === 'Log'
  const backMs = isOfLogs ? Math.max(MAX_LOGS_BACK_MS, Math.min(MAX_NEW_LOGS_BACK_MS, rowsBackMs)) : rowsBackMs
  const first = rowOf(Math.max(earliest, now - backMs))
  const learned = rowOf(Math.max(earliest, now - LEARNED_MS))
  const history = !isOfLogs && learned < first ? { from: learned, to: first } : undefined
  return { position: first - samplingMs, history }
}
