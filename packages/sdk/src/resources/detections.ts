import { type ChartQuery, loadChart } from '../load-chart.ts'
import { type CallOptions, eachItem, given, type Paged, type PageQuery } from '../pages.ts'
import { resource } from '../resource.ts'
import type { Transport } from '../transport.ts'
import type { Detection, DetectionHead, SeriesData, Verdict, VerdictAnswer } from '../types.ts'

/** Which detections; `demo` true only those of the demo. */
export interface DetectionQuery extends PageQuery {
  modelId?: string | undefined
  demo?: boolean | undefined
}

/** Other parameters than the stored ones; periods are redrawn from the stored scores. */
export interface Redraw {
  pvalue?: number | undefined
  cvalue?: number | undefined
}

/** Which values: times in epoch milliseconds, all series (200 at most) unless `seriesIds` names some, at most 2,000 buckets. */
export interface SeriesQuery {
  seriesIds?: string[] | undefined
  from?: number | undefined
  to?: number | undefined
  buckets?: number | undefined
}

/** What a person says about a period; with `dryRun` only the preview is made. */
export interface VerdictRequest {
  periodId: string
  verdict: Verdict
  note?: string
  dryRun?: boolean
}

/** What detections found. */
export interface Detections {
  /** The caller's and the demo's, newest first. */
  list(query?: DetectionQuery, options?: CallOptions): Promise<Paged<DetectionHead>>
  listAll(query?: DetectionQuery, options?: CallOptions): AsyncGenerator<DetectionHead, void, undefined>
  get(id: string, redraw?: Redraw, options?: CallOptions): Promise<Detection>
  /** Values reduced to minimum and maximum per bucket; null where nothing was measured, flagged points always kept. */
  series(id: string, query?: SeriesQuery, options?: CallOptions): Promise<SeriesData>
  /** The chart as an SVG document. */
  chart(id: string, query?: ChartQuery, options?: CallOptions): Promise<string>
  /** Judges a period; tells what it changes. */
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
    listAll: (query, options) => eachItem((page) => list({ ...query, page }, options)),
    get: async (id, redraw = {}, options) => {
      const init = { params: { path: { id }, query: given(redraw) }, ...options }
      return (await unwrap(client.GET('/detections/{id}', init))).detection
    },
    series: (id, query = {}, options) =>
      unwrap(client.GET('/detections/{id}/series', { params: { path: { id }, query: given(query) }, ...options })),
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
