import type { Project } from '../../schema/wire-types.ts'
import { toCollection } from '../collections/to-wire.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { modelDueAt } from './model-due.ts'
import { type ProjectRow, readMemberNames } from './project-row.ts'
import { projectState, stateSentence } from './state.ts'

const MINUTE_MS = 60_000

/** Durations on the wire are minutes, in the database milliseconds. */
export function toSamplingMs(minutes: number): number {
  return Math.max(1000, Math.round(minutes * MINUTE_MS))
}

export async function toProject(ctx: Context, caller: Caller, row: ProjectRow, locale: Locale): Promise<Project> {
  const { project, source, owner, model, collection } = row
  const isOwn = source.ownerId === caller.accountId
  const now = ctx.clock.now()
  return {
    projectName: source.name,
    owner,
    mine: isOwn,
    demo: project.isDemo,
    kind: project.kind,
    dataType: project.dataType,
    samplingInterval: project.samplingMs / MINUTE_MS,
    timeZone: project.timeZone,
    retentionDays: project.retentionDays,
    pvalue: project.pvalue,
    cvalue: project.cvalue,
    modelType: project.modelType,
    retrainDays: project.retrainDays,
    model,
    modelDueAt: modelDueAt(row),
    state: projectState(row, now),
    stateSentence: stateSentence(row, now, locale),
    trust: project.trust ?? 'none',
    seriesCount: project.seriesCount,
    createdAt: source.createdAt,
    firstDataAt: project.firstDataAt,
    lastDataAt: project.lastDataAt,
    from: source.fromTime,
    to: source.toTime,
    collection: collection && toCollection(collection, locale),
    members: isOwn ? await readMemberNames(ctx.db, source.id) : [],
  }
}
