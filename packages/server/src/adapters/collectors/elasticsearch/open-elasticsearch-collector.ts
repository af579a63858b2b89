import type { Collector, CollectorTraits } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { systemClock } from '../../clock/system-clock.ts'
import type { HttpCredentials } from '../http/credentials.ts'
import { createPageLimit } from '../page-limit.ts'
import { createElasticApi } from './elastic-api.ts'
import { byTime, CONTENTS, matching, pageDocuments } from './page-documents.ts'
import { readHits } from './read-hits.ts'

export interface ElasticsearchOptions extends HttpCredentials {
  readonly address: string
  readonly index: string
  readonly query?: readonly string[]
}

const TRAITS: CollectorTraits = { lateMs: 120_000, maxWindowSteps: 60 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_TEST_LINES = 20
const MAX_ITEMS = 1000
const CLOSE_PATIENCE_MS = 5000
/** Opening and closing a view, and its last page. */
const CALLS_PER_WINDOW = 3

export function openElasticsearchCollector(
  { index, query = [], ...connection }: ElasticsearchOptions,
  { outbound }: { outbound: Outbound },
): Collector {
  const api = createElasticApi(connection, outbound)
  const limit = createPageLimit()
  const closings = new Set<Promise<void>>()
  const since = (ms: number) => matching({ index, query }, { from: systemClock.now() - ms, to: systemClock.now() })

  /** What is not closed ends by itself: a service that fails to is no reason to fail. */
  const close = (id: string): Promise<void> => {
    const closing = api
      .closeView(id, AbortSignal.timeout(CLOSE_PATIENCE_MS))
      .catch(() => {})
      .finally(() => closings.delete(closing))
    closings.add(closing)
    return closing
  }
  return {
    traits: TRAITS,
    async test(signal) {
      // A search does without it; what is collected needs to know
      await api.product(signal)
      const body = { ...CONTENTS, size: MAX_TEST_LINES, sort: [byTime('desc')], query: since(HOUR_MS) }
      const hits = readHits(await api.search(index, body, signal))
      return { lines: hits.slice(0, MAX_TEST_LINES).map(({ line }) => line) }
    },
    async choices(search, signal) {
      const wanted = search.toLowerCase()
      const names = (await api.listIndexes(signal)).filter((name) => name.toLowerCase().includes(wanted)).sort()
      return [{ field: 'index', items: names.slice(0, MAX_ITEMS).map((id) => ({ id })), total: names.length }]
    },
    async estimate(stepMs, signal) {
      const pagesPerDay = Math.floor((await api.count(index, since(DAY_MS), signal)) / limit.lines)
      const windows = Math.ceil(DAY_MS / stepMs / TRAITS.maxWindowSteps)
      return {
        callsPerDay: (DAY_MS / stepMs) * CALLS_PER_WINDOW + pagesPerDay,
        callsPerBackfilledDay: windows * CALLS_PER_WINDOW + pagesPerDay,
      }
    },
    async *collect(window, _cursor, signal) {
      const view = { id: await api.openView(index, signal) }
      try {
        yield* pageDocuments(api, view, { index, query }, window, limit, signal)
      } finally {
        const closing = close(view.id)
        if (!signal.aborted) await closing
      }
    },
    close: async () => void (await Promise.all(closings)),
  }
}
