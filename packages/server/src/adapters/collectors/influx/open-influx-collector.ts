import {
  type Choices,
  type CollectedSeries,
  type Collector,
  CollectorError,
  type CollectorTraits,
} from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { systemClock } from '../../clock/system-clock.ts'
import { streamInParts } from '../read-in-parts.ts'
import { splitBatches } from '../split-batches.ts'
import { fillInWindow, windowTexts } from './fill-in-window.ts'
import { readFlux } from './flux.ts'
import { createInfluxApi, type InfluxApi, type InfluxConnection } from './influx-api.ts'
import { listMeasurements, readInfluxql } from './influxql.ts'

export interface InfluxOptions extends InfluxConnection {
  /** InfluxQL for a database, Flux for an organization, with `$from`, `$to` and `$step`. */
  readonly query: readonly string[]
}

const traits: CollectorTraits = { lateMs: 60_000, maxWindowSteps: 120 }
const dayMs = 86_400_000
const testSpanMs = 3_600_000
const maxTestSeries = 20
const maxItems = 1000
const languages = { influxql: readInfluxql, flux: readFlux }

/** InfluxDB 1 and 2, and what speaks as they do. */
export function openInfluxCollector(
  { query: queries, ...connection }: InfluxOptions,
  { outbound }: { outbound: Outbound },
): Collector {
  const language = languageOf(connection)
  const api = createInfluxApi(connection, outbound)
  const read = (query: string, window: Parameters<typeof readFlux>[2], signal: AbortSignal) =>
    languages[language](api, fillInWindow(query, windowTexts[language](window)), window, signal)
  return {
    traits,
    async test(signal) {
      const to = systemClock.now()
      const newest = new Map<string, CollectedSeries>()
      for (const query of queries)
        for await (const part of read(query, { from: to - testSpanMs, to, stepMs: 60_000 }, signal)) {
          for (const { series, times, values } of part)
            newest.set(series.id, { series, times: times.slice(-1), values: values.slice(-1) })
          if (newest.size >= maxTestSeries) break
        }
      return { series: [...newest.values()].slice(0, maxTestSeries) }
    },
    choices: async (search, signal) => (language === 'flux' ? [] : [await offerQueries(api, search, signal)]),
    async estimate(stepMs) {
      const windows = Math.ceil(dayMs / stepMs / traits.maxWindowSteps)
      return { callsPerDay: (dayMs / stepMs) * queries.length, callsPerBackfilledDay: windows * queries.length }
    },
    async *collect(window, _cursor, signal) {
      for (const query of queries)
        yield* streamInParts(window, async function* (of) {
          const parts = read(query, of, signal)
          let part = await parts.next()
          for (; part.done !== true; part = await parts.next()) yield* splitBatches(part.value)
          if (part.value > 0)
            yield { notes: [`${part.value} values of ${query} were left out: they are no finite numbers.`] }
        })
    },
    close: async () => {},
  }
}

function languageOf({ database, organization, token }: InfluxConnection): keyof typeof languages {
  if (database) return 'influxql'
  if (organization && token) return 'flux'
  const providerText = 'Name the database, or the organization with a token.'
  throw new CollectorError('query', { providerText })
}

/** All of a measurement. */
async function offerQueries(api: InfluxApi, search: string, signal: AbortSignal): Promise<Choices> {
  const names = await listMeasurements(api, signal)
  const queries = names.map((label) => {
    const name = label.replaceAll(/["\\]/g, '\\$&')
    return { id: `select * from "${name}" where time >= $from and time < $to group by *`, label }
  })
  const wanted = search.toLowerCase()
  const found = queries.filter(({ id }) => id.toLowerCase().includes(wanted))
  found.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { field: 'query', items: found.slice(0, maxItems), total: found.length }
}
