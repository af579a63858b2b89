import { type CollectedSeries, type Collector, CollectorError, type CollectorTraits } from '../../../ports/collector.ts'
import { systemClock } from '../../clock/system-clock.ts'
import { splitBatches } from '../split-batches.ts'
import { type LeftOut, readChunk } from './read-chunk.ts'
import type { SqlDialect, SqlSession } from './sql-session.ts'

const traits: CollectorTraits = { lateMs: 60_000, maxWindowSteps: 120 }
const dayMs = 86_400_000
const testSpanMs = 3_600_000
const maxTestSeries = 20
const chunkRows = 2000
const maxRows = 1_000_000

/** Runs the queries for each window, one after the other, in one connection. */
export function openSqlCollector(queries: readonly string[], dialect: SqlDialect): Collector {
  return {
    traits,
    async test(signal) {
      const to = systemClock.now()
      const window = { from: to - testSpanMs, to, stepMs: 60_000 }
      return withSession(dialect, signal, async (session) => {
        const newest = new Map<string, CollectedSeries>()
        for (const query of queries) {
          for await (const chunk of session.read(query, window, chunkRows)) {
            for (const { series, times, values } of readChunk(chunk, window, noneLeftOut()))
              newest.set(series.id, { series, times: times.slice(-1), values: values.slice(-1) })
            break
          }
          if (newest.size >= maxTestSeries) break
        }
        return { series: [...newest.values()].slice(0, maxTestSeries) }
      })
    },
    choices: async () => [],
    async estimate(stepMs) {
      const windows = Math.ceil(dayMs / stepMs / traits.maxWindowSteps)
      return { callsPerDay: (dayMs / stepMs) * queries.length, callsPerBackfilledDay: windows * queries.length }
    },
    async *collect(window, _cursor, signal) {
      const session = await dialect.open(signal)
      try {
        for (const query of queries) {
          const leftOut = noneLeftOut()
          let rows = 0
          for await (const chunk of session.read(query, window, chunkRows)) {
            rows += chunk.rows.length
            if (rows > maxRows) throw tooMany()
            for (const batch of splitBatches(readChunk(chunk, window, leftOut))) {
              signal.throwIfAborted()
              yield batch
            }
          }
          const notes = notesOf(leftOut)
          if (notes.length > 0) yield { notes }
        }
      } finally {
        await session.close()
      }
    },
    close: async () => {},
  }
}

async function withSession<T>(
  dialect: SqlDialect,
  signal: AbortSignal,
  act: (session: SqlSession) => Promise<T>,
): Promise<T> {
  const session = await dialect.open(signal)
  try {
    return await act(session)
  } finally {
    await session.close()
  }
}

function noneLeftOut(): LeftOut {
  return { times: 0, values: 0 }
}

function notesOf({ times, values }: LeftOut): string[] {
  return [
    ...(times > 0 ? [`${times} rows were left out: their time cannot be read.`] : []),
    ...(values > 0 ? [`${values} values were left out: they are not finite numbers.`] : []),
  ]
}

function tooMany(): CollectorError {
  const providerText = `A query gives more than ${maxRows} rows: limit it by $from and $to, or aggregate by $step.`
  return new CollectorError('tooMuch', { providerText })
}
