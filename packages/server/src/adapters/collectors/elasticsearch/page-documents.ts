import { type CollectedBatch, CollectorError, type CollectWindow } from '../../../ports/collector.ts'
import { type PageLimit, withinLimit } from '../page-limit.ts'
import { type ElasticApi, KEEP_ALIVE } from './elastic-api.ts'
import { type Hit, readHits, TIME_FIELD } from './read-hits.ts'

export interface DocumentQuery {
  readonly index: string
  /** Lucene queries; documents that match one of them are taken, all where there is none. */
  readonly query: readonly string[]
}

/** Documents of a time span that match one of the queries. */
export function matching({ query }: DocumentQuery, { from, to }: Pick<CollectWindow, 'from' | 'to'>): object {
  const span = { range: { [TIME_FIELD]: { gte: from, lt: to, format: 'epoch_millis' } } }
  const should = query.map((text) => ({ query_string: { query: text } }))
  return { bool: { filter: [span, ...(should.length > 0 ? [{ bool: { should, minimum_should_match: 1 } }] : [])] } }
}

/** By milliseconds even where times are finer: nanoseconds have more digits than a number of JSON keeps. */
export function byTime(order: 'asc' | 'desc'): object {
  return { [TIME_FIELD]: { order, numeric_type: 'date', unmapped_type: 'date' } }
}

/** What is read of each document. */
export const CONTENTS = {
  _source: true,
  docvalue_fields: [{ field: TIME_FIELD, format: 'strict_date_optional_time_nanos' }],
  track_total_hits: false,
}

/**
 * All documents of a window in a view, the oldest first, a page each. A full page may end within documents of one millisecond: those are left to the
 * next page, so that lines of one time always come together.
 */
export async function* pageDocuments(
  api: ElasticApi,
  view: { id: string },
  query: DocumentQuery,
  window: CollectWindow,
  limit: PageLimit,
  signal: AbortSignal,
): AsyncGenerator<CollectedBatch> {
  const hasTieBreaker = (await api.product(signal)) === 'elasticsearch'
  const sort = hasTieBreaker ? [byTime('asc'), { _shard_doc: 'asc' }] : [byTime('asc')]
  for (let after: Hit['sort'] | undefined, isLast = false; !isLast; ) {
    signal.throwIfAborted()
    const page = await withinLimit(limit, readAllowed, async (size) => {
      const pit = { id: view.id, keep_alive: KEEP_ALIVE }
      const body = {
        ...CONTENTS,
        size,
        sort,
        pit,
        query: matching(query, window),
        ...(after && { search_after: after }),
      }
      const answer = await api.search(undefined, body, signal)
      view.id = (answer as { pit_id?: string }).pit_id ?? view.id
      return readHits(answer)
    })
    requireAscending(page, after, window)
    isLast = page.length < limit.lines
    const last = page.at(-1)?.sort
    const whole = isLast ? page : page.filter(({ sort: [ms] }) => ms < last![0])
    if (whole.length > 0) yield { lines: linesOf(whole) }
    else if (!isLast) yield { lines: linesOf(page), ...(hasTieBreaker ? {} : onlyOneTime(page)) }
    after = whole.length > 0 ? whole.at(-1)!.sort : last
  }
}

/** `Result window is too large, from + size must be less than or equal to: [1000] but was [5000]` */
function readAllowed(text: string): number | undefined {
  const [, allowed] = /must be less than or equal to: \[(\d+)\]/.exec(text) ?? []
  return allowed === undefined ? undefined : Number(allowed)
}

/** A page that comes again would never end. */
function requireAscending(page: readonly Hit[], after: Hit['sort'] | undefined, { from, to }: CollectWindow): void {
  const first = page[0]?.sort
  if (page.some(({ sort: [ms] }) => ms < from || ms >= to)) throw new CollectorError('badAnswer')
  if (first && after && !isAfter(first, after)) throw new CollectorError('badAnswer')
}

function isAfter([ms, tieBreaker]: Hit['sort'], [otherMs, otherTieBreaker]: Hit['sort']): boolean {
  return ms > otherMs || (ms === otherMs && Number(tieBreaker) > Number(otherTieBreaker))
}

function linesOf(hits: readonly Hit[]) {
  return hits.map(({ line }) => line).sort((a, b) => a.time - b.time || (a.nanos ?? 0) - (b.nanos ?? 0))
}

function onlyOneTime(page: readonly Hit[]): Pick<CollectedBatch, 'notes'> {
  const time = new Date(page[0]!.sort[0]).toISOString()
  return { notes: [`There are ${page.length} documents or more at ${time}; what goes beyond was left out.`] }
}
