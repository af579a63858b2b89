import { guessUnit } from '@omen/engine'
import type { IncidentDetail, IncidentPicture } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { findReadableFacts, readSeries } from '../../detections/index.ts'
import { readStored } from '../../live/index.ts'
import { type Figure, partsOfText } from './figure-marks.ts'
import type { Subject } from './subject.ts'

export type FigureLine = IncidentPicture['series'][number]

/** The values of a chart in a text. */
export interface FigureValues {
  readonly figure: Figure
  readonly times: readonly number[]
  readonly bucketMs: number
  readonly line: FigureLine
}

/** Stated in the API's description. */
const MAX_FIGURES = 20
const BUCKETS = 300

/** The values of the charts in a text, by their addresses; those of which nothing is left are missing. */
export async function readFigures(
  ctx: Context,
  caller: Caller,
  { subject, detail, text }: { readonly subject: Subject; readonly detail: IncidentDetail; readonly text: string },
): Promise<ReadonlyMap<string, FigureValues>> {
  const marks = new Map(
    partsOfText(text).flatMap((part) => (part.kind === 'figure' ? [[part.address, part.figure]] : [])),
  )
  const found = new Map<string, FigureValues>()
  for (const [address, figure] of [...marks].slice(0, MAX_FIGURES)) {
    const values = keptOf(detail, figure) ?? (await readPoints(ctx, caller, subject, figure))
    if (values?.line.max.some((value) => value !== null)) found.set(address, { figure, ...values })
  }
  return found
}

type Values = Omit<FigureValues, 'figure'>

/** What was kept with the incident, where its points are gone. */
function keptOf({ picture }: IncidentDetail, { seriesId }: Figure): Values | undefined {
  const line = picture.source === 'kept' ? picture.series.find((one) => one.seriesId === seriesId) : undefined
  return line && { times: picture.times, bucketMs: picture.bucketMs, line }
}

async function readPoints(
  ctx: Context,
  caller: Caller,
  { project, detectionId }: Subject,
  { seriesId, from, to }: Figure,
): Promise<Values | undefined> {
  const request = { seriesIds: [seriesId], from, to, buckets: BUCKETS }
  if (project !== undefined) {
    const { times, bucketMs, series } = await readStored(ctx, project, { ...request, locale: 'en' })
    const [line] = series
    return line && { times, bucketMs, line: toLine(line, line) }
  }
  const facts = await findReadableFacts(ctx, caller, detectionId!)
  const key = facts.series.find(({ id }) => id === seriesId)
  if (key === undefined) return undefined
  const { times, bucketMs, series } = await readSeries(ctx, facts, request)
  return { times, bucketMs, line: toLine({ ...key, seriesId, unit: guessUnit(key.metric) }, series[0]!) }
}

interface Named {
  readonly seriesId: string
  readonly metric: string
  readonly instance: string
  readonly unit?: string | undefined
}

type Columns = Pick<FigureLine, 'min' | 'max'> & Partial<Pick<FigureLine, 'low' | 'high'>>

function toLine({ seriesId, metric, instance, unit = '' }: Named, { min, max, low, high }: Columns): FigureLine {
  const unknown = min.map(() => null)
  const expected = { low: low ?? unknown, high: high ?? unknown }
  return { seriesId, metric, instance, unit: unit === '' ? null : unit, min, max, ...expected }
}
