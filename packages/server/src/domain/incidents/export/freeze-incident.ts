import type { FrozenDetection, IncidentDetail, IncidentPicture, SeriesData } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { findReadableFacts, getDetection, readSeries } from '../../detections/index.ts'
import type { Locale } from '../../errors.ts'
import { readStored } from '../../live/index.ts'
import type { ProjectRow } from '../../projects/index.ts'
import { frozenOfLive, withoutRemarks } from '../../published/index.ts'
import { parseDetectionIncident } from '../incident-id.ts'
import type { Subject } from '../post-mortem/subject.ts'
import { type IncidentPart, onlyIncident } from './only-incident.ts'

type Values = Omit<SeriesData, 'success'>

export interface FrozenIncident {
  readonly detections: Readonly<Record<Locale, FrozenDetection>>
  readonly values: Values
}

/** Stated in the API's description. */
const mostSeries = 100
const mostBuckets = 1000
const mostValues = 80_000

/** Findings and values of one incident, as a published copy has them. */
export async function freezeIncident(
  ctx: Context,
  caller: Caller,
  { subject, detail }: { readonly subject: Subject; readonly detail: IncidentDetail },
): Promise<FrozenIncident> {
  const { incident, picture, series } = detail
  const isKept = picture.source === 'kept'
  const shown = isKept ? picture.series : series.toSorted((a, b) => b.share - a.share)
  const seriesIds = shown.slice(0, mostSeries).map(({ seriesId }) => seriesId)
  const { from, to } = picture
  const part = { incidentId: incident.id, seriesIds, from, to }
  if (subject.project === undefined) return ofDetection(ctx, caller, subject.detectionId!, part)
  const { detections, values } = await ofProject(ctx, subject.project, part)
  return { detections, values: isKept ? valuesOf(picture) : values }
}

function bucketsFor({ seriesIds }: IncidentPart): number {
  return Math.min(mostBuckets, Math.floor(mostValues / Math.max(1, seriesIds.length)))
}

async function ofProject(ctx: Context, project: ProjectRow, part: IncidentPart): Promise<FrozenIncident> {
  const { incidentId, seriesIds, from, to } = part
  const read = (locale: Locale, buckets: number) => readStored(ctx, project, { from, to, seriesIds, buckets, locale })
  const english = await read('en', bucketsFor(part))
  const freeze = (analysis: typeof english) => onlyIncident(frozenOfLive(incidentId, analysis), part)
  const { bucketMs, times, degree } = english
  const series = english.series.map(({ seriesId, min, max, count, low, high, score, flagged }) => {
    return { seriesId, min, max, count, low, high, score, flagged }
  })
  return {
    detections: { en: freeze(english), 'zh-CN': freeze(await read('zh-CN', 1)) },
    values: { from: english.from, to: english.to, bucketMs, times, degree, series },
  }
}

async function ofDetection(
  ctx: Context,
  caller: Caller,
  detectionId: string,
  part: IncidentPart,
): Promise<FrozenIncident> {
  const facts = await findReadableFacts(ctx, caller, detectionId)
  const own = { ...part, incidentId: parseDetectionIncident(part.incidentId)!.incidentId }
  const freeze = async (locale: Locale): Promise<FrozenDetection> => {
    const found = withoutRemarks(await getDetection(ctx, caller, detectionId, { locale }))
    return { ...onlyIncident(found, own), id: part.incidentId }
  }
  const detections = { en: await freeze('en'), 'zh-CN': await freeze('zh-CN') }
  const { from, to } = detections.en
  const request = { seriesIds: part.seriesIds, from, to, buckets: bucketsFor(part) }
  return { detections, values: await readSeries(ctx, facts, request) }
}

/** What was kept with an incident, where its points are gone. */
function valuesOf({ from, to, bucketMs, times, series }: IncidentPicture): Values {
  return {
    ...{ from, to, bucketMs, times, degree: times.map(() => null) },
    series: series.map(({ seriesId, min, max, low, high }) => {
      const count = max.map((value) => (value === null ? 0 : 1))
      return { seriesId, min, max, low, high, count, flagged: [] }
    }),
  }
}
