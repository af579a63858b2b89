import { and, desc, eq } from 'drizzle-orm'
import { modelOfSource } from '../../ports/point-store.ts'
import { liveModels, models, modelVersions } from '../../schema/index.ts'
import type { ObservedCalibration, ProjectModelVersion } from '../../schema/wire-types.ts'
import { localOffsetMs } from '../accounts/time-zone.ts'
import type { Caller, Context } from '../context.ts'
import { findReadableProject } from '../projects/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const daysShown = 60
const versionsShown = 100

/** Which versions of its model a project was scored by, newest first, and how often the model flagged its rows, by day. */
export async function getProjectModel(
  ctx: Context,
  caller: Caller,
  projectName: string,
): Promise<{ versions: ProjectModelVersion[]; calibration: ObservedCalibration[] }> {
  const { project, source } = await findReadableProject(ctx, caller, projectName)
  const { modelName, modelType } = models
  const { trainedFrom, trainedTo, rows } = modelVersions
  const versions = await ctx.db
    .select({
      modelName,
      modelType,
      version: liveModels.version,
      from: liveModels.fromTime,
      trainedFrom,
      trainedTo,
      rows,
    })
    .from(liveModels)
    .innerJoin(models, eq(models.id, liveModels.modelId))
    .innerJoin(
      modelVersions,
      and(eq(modelVersions.modelId, liveModels.modelId), eq(modelVersions.version, liveModels.version)),
    )
    .where(eq(liveModels.sourceId, source.id))
    .orderBy(desc(liveModels.fromTime))
    .limit(versionsShown)
  return { versions, calibration: await observe(ctx, source.id, project) }
}

/** By local day; of each the rows that the model evaluated. */
async function observe(
  ctx: Context,
  sourceId: string,
  { pvalue, timeZone }: { pvalue: number; timeZone: string },
): Promise<ObservedCalibration[]> {
  const to = ctx.clock.now()
  const from = Math.floor((to - daysShown * dayMs) / hourMs) * hourMs
  const nominal = 1 - pvalue
  const request = { series: modelOfSource, from, to, bucketMs: hourMs, degree: -Math.log10(nominal) }
  const { bucket, rows, reached } = await ctx.points.countLiveScores(sourceId, request)
  const days = new Map<number, { rows: number; reached: number }>()
  for (const [index, at] of bucket.entries()) {
    const time = from + at * hourMs
    const local = time + localOffsetMs(timeZone, time)
    const day = Math.floor(local / dayMs) * dayMs
    const known = days.get(day) ?? { rows: 0, reached: 0 }
    days.set(day, { rows: known.rows + rows[index]!, reached: known.reached + reached[index]! })
  }
  return [...days].map(([day, counted]) => ({
    day: day - localOffsetMs(timeZone, day - localOffsetMs(timeZone, day)),
    ...{ nominal, observed: counted.reached / counted.rows, samples: counted.rows },
  }))
}
