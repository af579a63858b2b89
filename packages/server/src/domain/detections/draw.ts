import { bucketsFor } from '@omen/charts/findings'
import type { Caller, Context } from '../context.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableFacts } from './detection-row.ts'
import { getDetection } from './get.ts'
import { type PictureRequest, seriesDrawn, toPicture } from './picture.ts'
import { readSeries } from './read-series.ts'

export interface DrawRequest extends PictureRequest {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** Of the anomaly degree, which is one line. */
const mostBuckets = 2_000

/** The chart of one metric, or of the anomaly degree, drawn by the same code as the page draws it, in a worker thread. */
export async function drawDetection(ctx: Context, caller: Caller, id: string, request: DrawRequest): Promise<string> {
  const facts = await findReadableFacts(ctx, caller, id)
  const detection = await getDetection(ctx, caller, id, { locale: request.locale })
  const drawn = request.metric === undefined ? undefined : seriesDrawn(detection, request.metric)
  if (drawn?.length === 0) throw invalidField('metric', 'is not a metric of this detection')
  const seriesIds = drawn ?? facts.series.slice(0, 1).map((key) => key.id)
  const buckets = Math.min(drawn ? bucketsFor(drawn.length) : mostBuckets, Math.ceil(request.width / 2))
  const data = await readSeries(ctx, facts, { seriesIds, from: request.from, to: request.to, buckets })
  return ctx.compute.draw(toPicture(detection, data, request))
}
