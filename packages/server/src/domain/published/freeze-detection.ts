import type { FrozenDetection } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findReadableFacts, getDetection, readSeries } from '../detections/index.ts'
import type { FrozenCopy } from './frozen-copy.ts'
import { keepRanges } from './keep-ranges.ts'
import { withoutRemarks } from './without-remarks.ts'

interface Wanted {
  readonly id: string
  readonly detectionId: string
  readonly withRawData: boolean
  readonly signal: AbortSignal
}

/** A detection as its owner sees it now. Points and scores of files never change: the copy keeps the same ones. */
export async function freezeDetection(
  ctx: Context,
  owner: Caller,
  { id, detectionId, withRawData, signal }: Wanted,
): Promise<FrozenCopy> {
  const facts = await findReadableFacts(ctx, owner, detectionId)
  const freeze = async (locale: 'en' | 'zh-CN'): Promise<FrozenDetection> => ({
    ...withoutRemarks(await getDetection(ctx, owner, detectionId, { locale, signal })),
    id,
  })
  const read = (seriesIds: readonly string[], buckets: number) => readSeries(ctx, facts, { seriesIds, buckets })
  const seriesIds = facts.series.map((one) => one.id)
  const { modelName, modelType, modelVersion, pvalue, cvalue } = facts
  const { pointsId, scoresId, scoreSeries, seriesCount, rows, intervalMs, fromTime, toTime } = facts
  return {
    columns: {
      ...{ origin: 'file', originName: facts.uploadFileName, modelName, modelType, modelVersion, pvalue, cvalue },
      ...(withRawData && { pointsId, scoresId, scoreSeries }),
      ...{ seriesCount, rows, intervalMs, fromTime, toTime },
    },
    ...{ sourceId: facts.sourceId, detectionId },
    detections: { en: await freeze('en'), 'zh-CN': await freeze('zh-CN') },
    ...(!withRawData && { ranges: await keepRanges(seriesIds, read, signal) }),
    values: withRawData ? rows * seriesCount : 0,
  }
}
