import type { Choices, CollectedLine, Collector, CollectorTraits } from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { systemClock } from '../../clock/system-clock.ts'
import type { HttpCredentials } from '../http/credentials.ts'
import { createPageLimit } from '../page-limit.ts'
import { createLokiApi, type LokiApi } from './loki-api.ts'
import { pageLines, toNanos } from './page-lines.ts'
import { readLines } from './read-lines.ts'

export interface LokiOptions extends HttpCredentials {
  readonly address: string
  /** LogQL that selects lines. */
  readonly query: readonly string[]
}

const TRAITS: CollectorTraits = { lateMs: 60_000, maxWindowSteps: 60 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_TEST_LINES = 20

export function openLokiCollector(options: LokiOptions, { outbound }: { outbound: Outbound }): Collector {
  const api = createLokiApi(options, outbound)
  const limit = createPageLimit()
  const since = (ms: number) => [toNanos(systemClock.now() - ms), toNanos(systemClock.now())] as const
  return {
    traits: TRAITS,
    async test(signal) {
      const lines: CollectedLine[] = []
      const share = Math.max(1, Math.floor(MAX_TEST_LINES / options.query.length))
      for (const query of options.query.slice(0, MAX_TEST_LINES)) {
        const newest = { query, span: since(HOUR_MS), limit: share, direction: 'backward' as const }
        lines.push(...readLines(await api.queryRange(newest, signal), query).map(({ line }) => line))
      }
      return { lines: lines.slice(0, MAX_TEST_LINES) }
    },
    choices: (search, signal) => listStreams(api, search, signal),
    async estimate(stepMs, signal) {
      let [streams, pagesPerDay] = [0, 0]
      for (const query of options.query) {
        const stats = await api.stats(selectorOf(query), since(DAY_MS), signal)
        streams += stats?.streams ?? 0
        pagesPerDay += Math.ceil((stats?.entries ?? 0) / limit.lines)
      }
      const windows = Math.ceil(DAY_MS / stepMs / TRAITS.maxWindowSteps)
      return {
        ...(streams > 0 && { seriesCount: streams }),
        callsPerDay: (DAY_MS / stepMs) * options.query.length + pagesPerDay,
        callsPerBackfilledDay: windows * options.query.length + pagesPerDay,
      }
    },
    async *collect(window, _cursor, signal) {
      for (const query of options.query) yield* pageLines(api, query, window, limit, signal)
    },
    close: async () => {},
  }
}

const MAX_ITEMS = 1000
/** By which lines are chosen; of a server that has none of them, its first label. */
const USUAL_LABELS = ['service_name', 'app', 'job', 'namespace', 'container', 'filename']

/** Selectors of one label each, by part of it. */
async function listStreams(api: LokiApi, search: string, signal: AbortSignal): Promise<Choices[]> {
  const labels = await api.labels(signal)
  const usual = USUAL_LABELS.filter((label) => labels.includes(label))
  const found: string[] = []
  for (const label of usual.length > 0 ? usual : labels.slice(0, 1))
    for (const value of await api.labelValues(label, signal)) found.push(`{${label}=${JSON.stringify(value)}}`)
  const wanted = search.toLowerCase()
  const matching = found.filter((selector) => selector.toLowerCase().includes(wanted)).sort()
  return [{ field: 'query', items: matching.slice(0, MAX_ITEMS).map((id) => ({ id })), total: matching.length }]
}

/** What stands before the pipeline; braces may be within quotes. */
function selectorOf(query: string): string {
  return /^\s*\{(?:[^"`}]|"(?:[^"\\]|\\.)*"|`[^`]*`)*\}/.exec(query)?.[0].trim() ?? query
}
