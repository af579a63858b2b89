import { bucketsFor } from '@omen/charts/findings'
import type { Caller, Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableFacts } from './detection-row.ts'
import { getDetection } from './get.ts'
import { type PictureRequest, seriesDrawn, toLanesPicture, toPicture } from './picture.ts'
import { readSeries } from './read-series.ts'

export interface DrawRequest extends PictureRequest {
  /** Without it the findings in lanes. */
  readonly metric?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** The chart of one metric, or the findings in lanes, drawn by the same code as the page draws them, in a worker thread. */
export async function drawDetection(ctx: Context, caller: Caller, id: string, request: DrawRequest): Promise<string> {
  const facts = await findReadableFacts(ctx, caller, id)
  const detection = await getDetection(ctx, caller, id, { locale: request.locale })
  const { metric, from, to } = request
  if (metric === undefined) return ctx.compute.draw(toLanesPicture(detection, request))
  const seriesIds = seriesDrawn(detection, metric)
  if (seriesIds.length === 0) throw invalidField('metric', 'is not a metric of this detection', { rule: 'unknown' })
  const buckets = Math.min(bucketsFor(seriesIds.length), Math.ceil(request.width / 2))
  const data = await readSeries(ctx, facts, { seriesIds, from, to, buckets })
  return ctx.compute.draw(toPicture(detection, data, metric, request))
}
