import type { FrozenDetection, IncidentDetail, IncidentPicture, SeriesData } from '../../../schema/wire-types.ts'
import type { Caller, Context } from '../../context.ts'
import { findReadableFacts, getDetection, readSeries } from '../../detections/index.ts'
import type { Locale } from '../../errors.ts'
import { worstOf } from '../../findings/index.ts'
import { readStored } from '../../live/index.ts'
import type { ProjectRow } from '../../projects/index.ts'
import { frozenOfLive, withoutRemarks } from '../../published/index.ts'
import { parseDetectionIncident } from '../incident-id.ts'
import type { Subject } from '../post-mortem/subject.ts'

type Values = Omit<SeriesData, 'success'>

export interface FrozenIncident {
  readonly detections: Readonly<Record<Locale, FrozenDetection>>
  readonly values: Values
}

/** Stated in the API's description. */
const MAX_SERIES = 100
const MAX_BUCKETS = 1000
const MAX_VALUES = 80_000

interface IncidentPart {
  readonly incidentId: string
  readonly seriesIds: readonly string[]
  readonly from: number
  readonly to: number
}

/** Findings and values of one incident, as a published copy has them. */
export async function freezeIncident(
  ctx: Context,
  caller: Caller,
  { subject, detail }: { readonly subject: Subject; readonly detail: IncidentDetail },
): Promise<FrozenIncident> {
  const { incident, picture, series } = detail
  const isKept = picture.source === 'kept'
  const shown = isKept ? picture.series : series.toSorted((a, b) => b.share - a.share)
  const seriesIds = shown.slice(0, MAX_SERIES).map(({ seriesId }) => seriesId)
  const { from, to } = picture
  const part = { incidentId: incident.id, seriesIds, from, to }
  if (subject.project === undefined) return ofDetection(ctx, caller, subject.detectionId!, part)
  const { detections, values } = await ofProject(ctx, subject.project, part)
  return { detections, values: isKept ? valuesOf(picture) : values }
}

function bucketsFor({ seriesIds }: IncidentPart): number {
  return Math.min(MAX_BUCKETS, Math.floor(MAX_VALUES / Math.max(1, seriesIds.length)))
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
    from,
    to,
    bucketMs,
    times,
    degree: times.map(() => null),
    series: series.map(({ seriesId, min, max, low, high }) => {
      const count = max.map((value) => (value === null ? 0 : 1))
      return { seriesId, min, max, low, high, count, flagged: [] }
    }),
  }
}

/** What was found, less all that belongs to other incidents, in the time around this one. */
export function onlyIncident(
  found: FrozenDetection,
  { incidentId, seriesIds, ...time }: IncidentPart,
): FrozenDetection {
  const named = found.incidents.filter(({ id }) => id === incidentId)
  // Within a short time findings may group otherwise than within the whole
  const own = named.length > 0 ? [joined(named)] : found.incidents
  const periodIds = new Set(own.flatMap((one) => one.periodIds))
  const logIds = new Set(own.flatMap((one) => one.logIds ?? []))
  const gapNumbers = [...new Set(own.flatMap((one) => one.gapNumbers))].sort((a, b) => a - b)
  const periods = found.periods.filter(({ id }) => periodIds.has(id))
  const isShown = new Set(seriesIds)
  const from = Math.max(time.from, found.from)
  const to = Math.max(from, Math.min(time.to, found.to))
  const rows = Math.max(1, Math.round((to - from) / (found.intervalMs || 1)) + 1)
  return {
    ...found,
    from,
    to,
    rows,
    periods,
    latestDataTimestamp: Math.max(from, Math.min(to, found.latestDataTimestamp)),
    incidents: own.map((one, index) => ({
      ...one,
      number: index + 1,
      gapNumbers: one.gapNumbers.map((number) => gapNumbers.indexOf(number) + 1),
    })),
    gaps: gapNumbers.flatMap((number) => found.gaps[number - 1] ?? []),
    ...(found.logs !== undefined && { logs: found.logs.filter(({ id }) => logIds.has(id)) }),
    series: found.series.filter(({ seriesId }) => isShown.has(seriesId)),
    seriesCount: seriesIds.length,
    periodCount: periods.length,
    incidentCount: own.length,
    worstVal: worstOf(periods),
    notes: [],
    flaggedShare: Math.min(1, periods.reduce((sum, period) => sum + period.rows, 0) / rows),
  }
}

/** Groups of findings that somebody made one incident; the worst of them gives it its name. */
function joined([worst, ...others]: FrozenDetection['incidents']): FrozenDetection['incidents'][number] {
  const all = [worst!, ...others]
  const logIds = all.flatMap((one) => one.logIds ?? [])
  return {
    ...worst!,
    start: Math.min(...all.map(({ start }) => start)),
    end: Math.max(...all.map(({ end }) => end)),
    instances: [...new Set(all.flatMap(({ instances }) => instances))],
    periodIds: all.flatMap(({ periodIds }) => periodIds),
    gapNumbers: all.flatMap(({ gapNumbers }) => gapNumbers),
    ...(logIds.length > 0 && { logIds }),
  }
}
