import { eq } from 'drizzle-orm'
import { sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { readEvents } from '../events/index.ts'
import type { PublicationParameters } from '../jobs/index.ts'
import { marginOfCopy, readLiveCopy, readStored } from '../live/index.ts'
import { selectProjects } from '../projects/index.ts'
import { readSeriesKeys } from '../sources/index.ts'
import type { FrozenCopy } from './frozen-copy.ts'
import { frozenOfLive } from './frozen-of-live.ts'
import { keepRanges } from './keep-ranges.ts'
import { startPoints } from './own-points.ts'

type Parameters = Extract<PublicationParameters, { origin: 'project' }>

/** An interval of a project: its values and scores are copied within the point store, to the source of the copy. */
export async function freezeProject(
  ctx: Context,
  id: string,
  { projectId, from, to, fields }: Parameters,
  signal: AbortSignal,
): Promise<FrozenCopy> {
  const [row] = await selectProjects(ctx.db).where(eq(sources.id, projectId))
  if (!row || row.project.removedAt !== null)
    throw new DomainError('NOT_FOUND', { message: 'The project was removed meanwhile.' })
  const { project, source, model } = row
  const stepMs = project.samplingMs
  const read = (locale: 'en' | 'zh-CN') => readStored(ctx, row, { from, to, buckets: 1000, locale })
  const [english, chinese] = [await read('en'), await read('zh-CN')]
  const events = (await readEvents(ctx, projectId, { from, to })).map(({ link: _, by: __, ...event }) => event)
  const detections = {
    en: { ...frozenOfLive(id, english), events },
    'zh-CN': { ...frozenOfLive(id, chinese), events },
  }
  const keys = await readSeriesKeys(ctx, projectId)
  const seriesIds = keys.map((one) => one.id)
  const { withRawData } = fields
  if (withRawData) {
    await startPoints(ctx, id)
    await ctx.points.copyLive(projectId, id, { from: from - marginOfCopy(stepMs), to: to + 1 })
  }
  const copy = { sourceId: projectId, stepMs, fromTime: from, toTime: to }
  const ranges = withRawData
    ? undefined
    : await keepRanges(
        seriesIds,
        (some, buckets) => readLiveCopy(ctx, copy, { seriesIds: some, from, to, buckets }),
        signal,
      )
  return {
    columns: {
      ...{ origin: 'project', originName: source.name, modelName: model?.modelName ?? null },
      ...{ modelType: model?.modelType ?? null, modelVersion: model?.version ?? null },
      ...{ pvalue: project.pvalue, cvalue: project.cvalue, seriesCount: keys.length },
      ...{ rows: detections.en.rows, intervalMs: stepMs, fromTime: from, toTime: to },
    },
    sourceId: projectId,
    detections,
    ...(ranges !== undefined && { ranges }),
    values: withRawData ? (await ctx.points.describeLive(id)).points : 0,
  }
}
