import { eq } from 'drizzle-orm'
import { sources } from '../../schema/index.ts'
import type { FrozenDetection, LiveAnalysis } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { worstOf } from '../findings/index.ts'
import type { PublicationParameters } from '../jobs/index.ts'
import { marginOfCopy, readLiveCopy, readStored } from '../live/index.ts'
import { selectProjects } from '../projects/index.ts'
import { readSeriesKeys } from '../sources/index.ts'
import type { FrozenCopy } from './frozen-copy.ts'
import { keepRanges } from './keep-ranges.ts'
import { withoutRemarks } from './without-remarks.ts'

type Parameters = Extract<PublicationParameters, { origin: 'project' }>
type Analysis = Omit<LiveAnalysis, 'success'>

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
  const detections = { en: toDetection(id, english), 'zh-CN': toDetection(id, chinese) }
  const keys = await readSeriesKeys(ctx, projectId)
  const seriesIds = keys.map((one) => one.id)
  const { withRawData } = fields
  const drop = () => (withRawData ? ctx.points.drop([id]) : Promise.resolve())
  if (withRawData) await ctx.points.copyLive(projectId, id, { from: from - marginOfCopy(stepMs), to: to + 1 })
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
    drop,
  }
}

/** A live analysis, as a detection has it. */
function toDetection(id: string, analysis: Analysis): FrozenDetection {
  const { from, to, stepMs, gaps, periods, incidents, logs, trust, pvalue, cvalue, projectName, position } = analysis
  const rows = Math.max(1, Math.round((to - from) / stepMs) + 1)
  const series = analysis.series.map(({ seriesId, metric, instance, group, unit, rate }) => {
    const missing = gaps
      .filter(({ seriesIds }) => seriesIds.includes(seriesId))
      .reduce((sum, gap) => sum + Math.max(0, Math.min(to, gap.end + stepMs) - Math.max(from, gap.start)), 0)
    return {
      ...{ seriesId, metric: rate ? `rate(${metric})` : metric, instance, flagged: 0 },
      present: Math.max(0, 1 - missing / Math.max(1, to - from)),
      ...(group !== undefined && { group }),
      ...(unit !== undefined && { unit }),
    }
  })
  const last = Math.min(to, Math.max(from, analysis.latestDataTimestamp ?? to, position ?? from))
  const found = {
    ...{ incidents, periods, gaps, series, notes: [], ...(logs !== undefined && { logs }) },
    ...{ periodCount: periods.length, incidentCount: incidents.length, worstVal: worstOf(periods) },
    flaggedShare: Math.min(1, periods.reduce((sum, period) => sum + period.rows, 0) / rows),
  }
  return withoutRemarks({
    ...{ id, kind: 'detection', uploadFileName: projectName, createdAt: to, from, to, intervalMs: stepMs, rows },
    ...{ seriesCount: analysis.seriesTotal, latestDataTimestamp: last, pvalue, cvalue },
    ...{ trust: trust === 'none' ? 'low' : trust, ...found },
  })
}
