import { durationOf, nameOnInstance } from '@omen/engine'
import type { IncidentDetail, IncidentFinding, IncidentTimelineEntry, ListedIncident } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { getDetection, getIncident as getGrouped } from '../detections/index.ts'
import type { Locale } from '../errors.ts'
import { causesToWire, changesToWire, graphToWire, treeOf } from './facts/causes-to-wire.ts'
import { collectorCause, collectorSilenceOf } from './facts/collector-cause.ts'
import { readDetectionCauses, readDetectionPicture } from './facts/detection-causes.ts'
import { familyOf } from './facts/detection-family.ts'
import { valuesOf } from './facts/timeline.ts'
import { type DetectionIncidentId, detectionIncidentId } from './incident-id.ts'

type Detection = Awaited<ReturnType<typeof getDetection>>

/** An incident of an uploaded file's detection: what its findings and points say, without state, log lines and earlier ones. */
export async function getDetectionIncident(
  ctx: Context,
  caller: Caller,
  { detectionId, incidentId }: DetectionIncidentId,
  locale: Locale,
): Promise<IncidentDetail> {
  const found = await getGrouped(ctx, caller, { id: detectionId, incidentId }, { locale })
  const detection = await getDetection(ctx, caller, detectionId, { locale })
  const id = detectionIncidentId({ detectionId, incidentId: found.id })
  const periods = detection.periods.filter((one) => found.periodIds.includes(one.id))
  const gaps = found.gapNumbers.flatMap((number) => detection.gaps[number - 1] ?? [])
  const series = seriesOf(detection, periods, gaps)
  const span = { start: found.start, end: found.end }
  const samplingMs = detection.intervalMs || 1
  const [ranking, picture] = await Promise.all([
    readDetectionCauses(ctx, caller, detectionId, { span, samplingMs, periods, affected: series }),
    readDetectionPicture(ctx, caller, detectionId, { span, samplingMs, affected: series }),
  ])
  const silence = collectorSilenceOf(periods.length === 0 ? gaps : [])
  const listed: ListedIncident = {
    id,
    projectName: detection.uploadFileName,
    owner: detection.ownerUserName ?? '',
    title: found.title,
    brief: found.brief,
    sentence: found.sentence,
    kind: found.kind,
    family: familyOf(found.kind, series),
    onset: found.start,
    end: found.end,
    state: 'resolved',
    val: found.val,
    durationMs: durationOf(span, samplingMs),
    findings: periods.length + gaps.length,
    leadSeries: leadOf(detection, found.leadSeriesId),
    instances: found.instances.slice(0, 10),
    isClosed: true,
    starred: false,
    hasPostMortem: false,
    isExcluded: false,
    repeats: { count: 1, key: id, firstOnset: found.start },
  }
  return {
    incident: listed,
    source: {
      kind: 'detection',
      dataType: 'Metric',
      samplingMs,
      timeZone: 'UTC',
      detectionId,
      uploadFileName: detection.uploadFileName,
    },
    requestedId: id,
    mergedFrom: [],
    withdrawn: null,
    history: historyOf(found.start, found.end + samplingMs),
    decision: {
      id,
      projectName: detection.uploadFileName,
      state: 'resolved',
      decidedAt: null,
      decidedBy: null,
      note: null,
    },
    findings: findingsOf(periods, gaps),
    series,
    seriesTotal: series.length,
    instances: found.instances,
    timeline: timelineOf(series, periods, gaps, locale),
    causes: silence === undefined ? causesToWire(ranking, locale) : [collectorCause(silence, locale)],
    causesState: silence !== undefined || ranking !== null ? 'ranked' : series.length === 0 ? 'none' : 'tooLittle',
    changes: changesToWire(ranking, []),
    graph: graphToWire(ranking, new Map(detection.series.map((one) => [one.seriesId, one]))),
    tree: treeOf(series),
    logs: { from: found.start, to: found.end, hasMore: false, lines: [] },
    similar: [],
    picture,
    retention: { hasPassed: false, keptAt: null, sentence: null },
    training: { isExcluded: false, by: null, at: null },
    can: [],
  }
}

type Periods = Detection['periods']
type Gaps = Detection['gaps']

function seriesOf(detection: Detection, periods: Periods, gaps: Gaps): IncidentDetail['series'] {
  const known = new Map(detection.series.map((one) => [one.seriesId, one]))
  const found = new Map<string, IncidentDetail['series'][number] & { worst: number }>()
  for (const { val, start, series } of periods)
    for (const { seriesId, share, side, peak, usual, peakAt, firstAt } of series) {
      const about = known.get(seriesId)
      if (firstAt === null || about === undefined) continue
      const before = found.get(seriesId)
      const first = firstAt ?? start
      const weight = share * Math.max(0.1, Math.abs(val))
      const worst = Math.abs(val)
      const isWorse = before === undefined || worst > before.worst
      found.set(seriesId, {
        seriesId,
        metric: about.metric,
        instance: about.instance,
        unit: about.unit ?? null,
        firstAt: Math.min(before?.firstAt ?? first, first),
        share: (before?.share ?? 0) + weight,
        ...(isWorse ? { side, peak: peak ?? null, usual: usual ?? null, peakAt: peakAt ?? null, worst } : before),
      })
    }
  for (const { start, seriesIds } of gaps)
    for (const seriesId of seriesIds) {
      const about = known.get(seriesId)
      if (about === undefined || found.has(seriesId)) continue
      const { metric, instance, unit = null } = about
      const nothing = { side: 0 as const, peak: null, usual: null, peakAt: null, worst: 0 }
      found.set(seriesId, {
        seriesId,
        metric,
        instance,
        unit,
        firstAt: start,
        share: Math.PI / seriesIds.length,
        ...nothing,
      })
    }
  const total = [...found.values()].reduce((sum, { share }) => sum + share, 0)
  return [...found.values()]
    .map(({ worst: _, share, ...one }) => ({ ...one, share: share / total }))
    .sort((a, b) => (a.firstAt ?? 0) - (b.firstAt ?? 0))
    .slice(0, 500)
}

function findingsOf(periods: Periods, gaps: Gaps): IncidentFinding[] {
  const found = [
    ...periods.map((one): IncidentFinding => {
      const moved = one.series.flatMap(({ seriesId, firstAt }) => (firstAt === null ? [] : seriesId))
      const { id, kind, start, end, val, sentence } = one
      return { id, type: 'period', kind, start, end, val, sentence, instances: [], series: moved.slice(0, 20) }
    }),
    ...gaps.map(({ kind, start, end, sentence, seriesIds }): IncidentFinding => {
      const id = `${kind}-${start}-${end}`
      return { id, type: 'gap', kind, start, end, val: null, sentence, instances: [], series: seriesIds.slice(0, 20) }
    }),
  ]
  return found.sort((a, b) => a.start - b.start).slice(0, 500)
}

function timelineOf(
  series: IncidentDetail['series'],
  periods: Periods,
  gaps: Gaps,
  locale: Locale,
): IncidentTimelineEntry[] {
  const none = { isNew: false, link: null }
  const metrics = series.flatMap((one): IncidentTimelineEntry[] => {
    // A period may list series that did not move in it
    const period = periods.find((found) =>
      found.series.some(({ seriesId, firstAt }) => seriesId === one.seriesId && firstAt !== null),
    )
    if (one.firstAt === null || period === undefined) return []
    const name = nameOnInstance(one, locale)
    const { seriesId, instance, firstAt, side } = one
    const val = Math.abs(period.val) * (side < 0 ? -1 : 1)
    const about = { seriesId, instance, findingId: period.id, val }
    return [{ ...none, ...about, lane: 'metric', at: firstAt, end: period.end, name, text: valuesOf(one, locale) }]
  })
  const silences = gaps.map(({ start, end, kind, sentence }): IncidentTimelineEntry => {
    const about = { seriesId: null, instance: '', findingId: `${kind}-${start}-${end}`, val: null }
    return { ...none, ...about, lane: 'gap', at: start, end, name: sentence, text: sentence }
  })
  return [...metrics, ...silences].sort((a, b) => a.at - b.at).slice(0, 300)
}

function leadOf(detection: Detection, seriesId: string | undefined): ListedIncident['leadSeries'] {
  const lead = detection.series.find((one) => one.seriesId === seriesId)
  return lead === undefined ? null : { metric: lead.metric, instance: lead.instance }
}

function historyOf(start: number, end: number): IncidentDetail['history'] {
  const nothing = { by: null, note: null, other: null }
  return [
    { at: start, kind: 'began', ...nothing },
    { at: end, kind: 'ended', ...nothing },
  ]
}
