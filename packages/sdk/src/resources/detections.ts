import { type ChartQuery, loadChart } from '../load-chart.ts'
import { type CallOptions, type CursorQuery, eachItem, given, type Paged, type PageQuery } from '../pages.ts'
import { resource } from '../resource.ts'
import { splitNames } from '../split-names.ts'
import type { Transport } from '../transport.ts'
import type { Detection, DetectionHead, Finding, Incident, SeriesData, Verdict, VerdictAnswer } from '../types.ts'

/** Filter of detections; `demo: true` for those of the demo only, `false` for all others. */
export interface DetectionQuery extends CursorQuery {
  /** Words that all occur in the name of the file or of the model. */
  q?: string | undefined
  /** Handle of the file. */
  filename?: string | undefined
  modelId?: string | undefined
  modelName?: string | undefined
  demo?: boolean | undefined
  /** Whose data overlaps this interval, in epoch milliseconds. */
  from?: number | undefined
  to?: number | undefined
  /** Severity of the most severe period, 0 to 10, regardless of direction. */
  minSeverity?: number | undefined
}

/** Filter of findings by time and severity; gaps have no severity. */
export type FindingQuery = CursorQuery & Pick<DetectionQuery, 'from' | 'to' | 'minSeverity'>

/** Filter of incidents by time and severity, found with these parameters; missing data has no severity. */
export type DetectionIncidentQuery = PageQuery & Pick<DetectionQuery, 'from' | 'to' | 'minSeverity'> & Redraw

/** Parameters that override the stored ones; periods are recomputed from the stored scores. */
export interface Redraw {
  pvalue?: number | undefined
  cvalue?: number | undefined
}

/**
 * Query of values: times in epoch milliseconds, by default all series (200 at most), at most 2,000 buckets. Names that are too long for
 * one request are asked for in several.
 */
export interface SeriesQuery {
  seriesIds?: string[] | undefined
  from?: number | undefined
  to?: number | undefined
  buckets?: number | undefined
}

/** As the API's description has them: buckets by default, and points of one answer, a value and a flag for each bucket. */
const DEFAULT_BUCKETS = 600
const POINTS_OF_ANSWER = 200_000

/** A person's verdict on a period; `dryRun` only previews its effect. */
export interface VerdictRequest {
  periodId: string
  verdict: Verdict
  note?: string
  dryRun?: boolean
  /**
   * The verdict that the caller saw, `none` for none. Rejects with CONFLICT where another one was given meanwhile; the same one can be
   * sent again. Without it the last verdict counts.
   */
  replaces?: Verdict | 'none'
}

/** Detections and their findings. */
export interface Detections {
  /** The caller's and the demo's, newest first. */
  list(query?: DetectionQuery, options?: CallOptions): Promise<Paged<DetectionHead>>
  listAll(query?: DetectionQuery, options?: CallOptions): AsyncGenerator<DetectionHead, void, undefined>
  get(id: string, redraw?: Redraw, options?: CallOptions): Promise<Detection>
  /**
   * The incident that a link names, or the only one of its time. Rejects with INCIDENT_DISSOLVED where these parameters leave none or
   * make several.
   */
  incident(id: string, incidentId: string, redraw?: Redraw, options?: CallOptions): Promise<Incident>
  /** Incidents, the most severe first, without those hidden by verdicts. */
  incidents(id: string, query?: DetectionIncidentQuery, options?: CallOptions): Promise<Paged<Incident>>
  /** All stored findings in order of time, including those hidden by verdicts. */
  findings(id: string, query?: FindingQuery, options?: CallOptions): Promise<Paged<Finding>>
  /** Values reduced to minimum and maximum per bucket; null where nothing was measured, flagged points always kept. */
  series(id: string, query?: SeriesQuery, options?: CallOptions): Promise<SeriesData>
  /** The chart as an SVG document. */
  chart(id: string, query?: ChartQuery, options?: CallOptions): Promise<string>
  /** Gives a verdict on a period; returns what it changes. */
  giveVerdict(id: string, request: VerdictRequest, options?: CallOptions): Promise<VerdictAnswer>
  delete(id: string, options?: CallOptions): Promise<void>
}

/** The detection operations of a client. */
export function detections(transport: Transport): Detections {
  const { client, unwrap } = transport
  const collection = resource(transport, '/detections')
  const list: Detections['list'] = async ({ page, ...query } = {}, options) => {
    const answer = await collection.list(page, given(query), options)
    return { items: answer.detections, ...answer.page }
  }
  return {
    list,
    listAll: (query, options) => eachItem((page, cursor) => list({ ...query, page, cursor }, options)),
    get: async (id, redraw = {}, options) => {
      const init = { params: { path: { id }, query: given(redraw) }, ...options }
      return (await unwrap(client.GET('/detections/{id}', init))).detection
    },
    incident: async (id, incidentId, redraw = {}, options) => {
      const init = { params: { path: { id, incidentId }, query: given(redraw) }, ...options }
      return (await unwrap(client.GET('/detections/{id}/incidents/{incidentId}', init))).incident
    },
    incidents: async (id, query = {}, options) => {
      const init = { params: { path: { id }, query: given(query) }, ...options }
      const { incidents, page } = await unwrap(client.GET('/detections/{id}/incidents', init))
      return { items: incidents, ...page }
    },
    findings: async (id, query = {}, options) => {
      const init = { params: { path: { id }, query: given(query) }, ...options }
      const { findings, page } = await unwrap(client.GET('/detections/{id}/findings', init))
      return { items: findings, ...page }
    },
    series: async (id, query = {}, options) => {
      const load = (part: SeriesQuery): Promise<SeriesData> =>
        unwrap(client.GET('/detections/{id}/series', { params: { path: { id }, query: given(part) }, ...options }))
      const { seriesIds = [], buckets = DEFAULT_BUCKETS } = query
      const parts = splitNames(seriesIds, 'seriesIds')
      if (parts.length < 2) return load(query)
      // The server lengthens the buckets of many series: those of all parts have to be the same.
      const shared = Math.max(1, Math.min(buckets, Math.floor(POINTS_OF_ANSWER / 2 / seriesIds.length)))
      const answers = await Promise.all(parts.map((ids) => load({ ...query, seriesIds: ids, buckets: shared })))
      return { ...answers[0]!, series: answers.flatMap(({ series }) => series) }
    },
    chart: (id, query = {}, options) => loadChart(transport, id, query, options),
    giveVerdict: (id, request, options) => {
      const init = { params: { path: { id } }, body: { dryRun: false, ...request }, ...options }
      return unwrap(client.POST('/detections/{id}/verdicts', init))
    },
    async delete(id, options) {
      await unwrap(client.DELETE('/detections/{id}', { params: { path: { id } }, ...options }))
    },
  }
}
