import type { components } from '../generated/api.ts'
import { requireIdempotencyKey } from '../header-value.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { type CallOptions, eachItem, given, type Paged, type PageQuery } from '../pages.ts'
import { splitNames } from '../split-names.ts'
import type { Transport } from '../transport.ts'
import type { FrozenDetection, Job, Published, PublishedComparison, SeriesData, SystemCount } from '../types.ts'
import { unwrapText } from '../unwrap.ts'
import type { SeriesQuery } from './detections.ts'
import type { UploadOptions } from './uploads.ts'

type Schemas = components['schemas']
type Loose<Fields> = { [Key in keyof Fields]: undefined extends Fields[Key] ? Fields[Key] | undefined : Fields[Key] }

/** A detection that was made (`detectionId`), or a stored file (`filename`) and the model that is run on it first. */
export type FilePublication = Loose<Omit<Schemas['FilePublication'], 'withRawData'>> & {
  withRawData?: boolean | undefined
}
/** An interval of a project, in epoch milliseconds. */
export type ProjectPublication = Loose<Omit<Schemas['ProjectPublication'], 'withRawData'>> & {
  withRawData?: boolean | undefined
}
export type PublishedChange = Loose<Schemas['PublishedChange']>

/** Filter of published detections. */
export interface BenchmarkQuery extends PageQuery {
  /** Whatever its case. */
  system?: string | undefined
  /** Words that all occur in the name, the description or the name of what was published. */
  q?: string | undefined
  /** `true`: only the caller's own; `false`: only those of others. */
  mine?: boolean | undefined
}

/** Of what an open link may read: the key that stands in it, instead of a login. */
export interface LinkOptions extends CallOptions {
  key?: string | undefined
}

/** Published detections with how many there are of each system. */
export interface BenchmarkPage extends Paged<Published> {
  systems: SystemCount[]
}

/** Frozen copies of what was found, for others to open. */
export interface PublishedDetections {
  /** Publishes a detection; the job's result names the copy. */
  publishFile(fields: FilePublication, options?: UploadOptions): Promise<Job>
  /** Publishes an interval of a project; the job's result names the copy. */
  publishProject(fields: ProjectPublication, options?: UploadOptions): Promise<Job>
  /** Those that the caller may read, newest first. */
  list(query?: BenchmarkQuery, options?: CallOptions): Promise<BenchmarkPage>
  listAll(query?: BenchmarkQuery, options?: CallOptions): AsyncGenerator<Published, void, undefined>
  /** The record. Throws `NOT_FOUND` for one that was revoked, has expired, or never was. */
  get(id: string, options?: LinkOptions): Promise<Published>
  /** The record with what was found. */
  detection(id: string, options?: LinkOptions): Promise<{ published: Published; detection: FrozenDetection }>
  /** Values reduced to minimum and maximum per bucket, as those of a detection. */
  series(id: string, query?: SeriesQuery, options?: LinkOptions): Promise<SeriesData>
  /** One HTML file that opens without any network. */
  bundle(id: string, options?: LinkOptions): Promise<string>
  /** A badge with the severity, as an SVG document; with `latest` that of the newest run of the series. */
  badge(id: string, query?: { latest?: boolean | undefined }, options?: LinkOptions): Promise<string>
  /** What was published with the same name and system, newest first. */
  runs(id: string, query?: PageQuery, options?: CallOptions): Promise<Paged<Published>>
  /** What is new, gone or the same in `b`, the later run. */
  compare(a: string, b: string, options?: CallOptions): Promise<PublishedComparison>
  /** Changes the name, who may open it, or until when; throws `FORBIDDEN` where it is somebody else's. */
  update(id: string, change: PublishedChange, options?: CallOptions): Promise<Published>
  /** Deletes the copy, and ends its link. */
  revoke(id: string, options?: CallOptions): Promise<void>
}

/** As the API's description has them. */
const DEFAULT_BUCKETS = 600
const POINTS_OF_ANSWER = 200_000

/** The operations of published detections of a client. */
export function published(transport: Transport): PublishedDetections {
  const { client, unwrap } = transport
  const list: PublishedDetections['list'] = async (query = {}, options) => {
    const init = { params: { query: given(query) }, ...options }
    const answer = await unwrap(client.GET('/dashboard-benchmark', init))
    return { items: answer.published, systems: answer.systems, ...answer.page }
  }
  return {
    publishFile: async (fields, options) =>
      (await unwrap(client.POST('/publishdatafile', jobCall(fields as Schemas['FilePublication'], options)))).job,
    publishProject: async (fields, options) =>
      (await unwrap(client.POST('/publishdataproject', jobCall(fields as Schemas['ProjectPublication'], options)))).job,
    list,
    listAll: (query, options) => eachItem((page) => list({ ...query, page }, options)),
    get: async (id, { key, ...options } = {}) =>
      (await unwrap(client.GET('/published/{id}', { params: { path: { id }, query: given({ key }) }, ...options })))
        .published,
    detection: async (id, { key, ...options } = {}) => {
      const init = { params: { query: { id, ...given({ key }) } }, ...options }
      const { published: record, detection } = await unwrap(client.GET('/publishedDetection', init))
      return { published: record, detection }
    },
    series: async (id, query = {}, { key, ...options } = {}) => {
      const load = (part: SeriesQuery): Promise<SeriesData> => {
        const init = { params: { path: { id }, query: { ...given(part), ...given({ key }) } }, ...options }
        return unwrap(client.GET('/published/{id}/series', init))
      }
      const { seriesIds = [], buckets = DEFAULT_BUCKETS } = query
      const parts = splitNames(seriesIds, 'seriesIds')
      if (parts.length < 2) return load(query)
      const shared = Math.max(1, Math.min(buckets, Math.floor(POINTS_OF_ANSWER / 2 / seriesIds.length)))
      const answers = await Promise.all(parts.map((ids) => load({ ...query, seriesIds: ids, buckets: shared })))
      return { ...answers[0]!, series: answers.flatMap(({ series }) => series) }
    },
    bundle: (id, { key, ...options } = {}) =>
      unwrapText(
        client.GET('/published/{id}/bundle', {
          params: { path: { id }, query: given({ key }) },
          headers: { Accept: 'text/html' },
          ...options,
          parseAs: 'text' as const,
        }),
      ),
    badge: (id, query = {}, { key, ...options } = {}) =>
      unwrapText(
        client.GET('/published/{id}/badge.svg', {
          params: { path: { id }, query: given({ ...query, key }) },
          headers: { Accept: 'image/svg+xml' },
          ...options,
          parseAs: 'text' as const,
        }),
      ),
    runs: async (id, query = {}, options) => {
      const init = { params: { path: { id }, query: given(query) }, ...options }
      const { runs, page } = await unwrap(client.GET('/published/{id}/runs', init))
      return { items: runs, ...page }
    },
    compare: async (a, b, options) =>
      (await unwrap(client.GET('/published/compare', { params: { query: { a, b } }, ...options }))).comparison,
    update: async (id, change, options) => {
      const init = { params: { path: { id } }, body: change as Schemas['PublishedChange'], ...options }
      return (await unwrap(client.PATCH('/published/{id}', init))).published
    },
    async revoke(id, options) {
      await unwrap(client.DELETE('/published/{id}', { params: { path: { id } }, ...options }))
    },
  }
}
function jobCall<Fields extends object>(fields: Fields, options: UploadOptions = {}) {
  const { waitSeconds, idempotencyKey: key = idempotencyKey(), signal } = options
  return {
    body: fields,
    headers: {
      'Idempotency-Key': requireIdempotencyKey(key),
      ...(waitSeconds !== undefined && { Prefer: `wait=${waitSeconds}` }),
    },
    ...(signal && { signal }),
  }
}
