import { deserialize } from 'node:v8'
import {
  createLiveExtraction,
  type ExtractedSeries,
  readSeriesFacts,
  type ScoredRows,
  type SeriesFacts,
} from '@omen/engine/live'
import type { SeriesKey } from '@omen/engine/series'
import type { LiveExtracted, LiveExtractionTask, ReadSeries } from '../../ports/compute.ts'
import type { SessionState } from './live-messages.ts'

/** Extracts the periods of some rows, and takes the state as of those that will not change. */
export function extractLivePeriods(task: LiveExtractionTask): LiveExtracted {
  const { stepMs, scored, wanted, before, grid, settledTo, from } = task
  const facts = factsOf(task)
  const counters = new Set(before?.counters)
  for (const [id, { isCounter }] of facts) if (isCounter) counters.add(id)
  const instances = byInstance(task.series, counters)
  const rows = toRows(task, facts)
  const settledRows = grid.times.findLastIndex((time) => time <= settledTo) + 1
  const extraction = createLiveExtraction({ stepMs, scored, wanted, instances }, before?.extraction)
  extraction.push(cut(rows, 0, settledRows))
  const settled = { extraction: structuredClone(extraction.save(from)), counters }
  extraction.push(cut(rows, settledRows, grid.times.length))
  return { periods: extraction.periods().filter(({ period }) => period.end >= from), settled }
}

/** Of each series what was known before the first row; of one that no saved state knows, only how it is read. */
function factsOf({ series, liveState, grid, stepMs }: LiveExtractionTask): Map<string, SeriesFacts> {
  const [time] = grid.times
  const facts = new Map(series.map(({ key, isRate }) => [key.id, { ...UNKNOWN, isCounter: isRate }]))
  if (liveState === undefined || time === undefined) return facts
  const { detector } = deserialize(liveState) as SessionState
  const known = readSeriesFacts(detector, Math.round(time / stepMs))
  // The saved state may be of before a series was read otherwise
  for (const [id, { isCounter }] of facts) facts.set(id, { ...UNKNOWN, ...known.get(id), isCounter })
  return facts
}

const UNKNOWN = {
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  count: 0,
  usualDeviation: 0,
  usualDistance: 0,
}
/** A series without a value in so many rows, and with no more values altogether than rows, began after them. */
const ROWS_BEFORE_FIRST = 60

/** Of a series that began with these rows, what is known now was not known before them. */
function asOfFirst(facts: SeriesFacts, column: Float64Array): SeriesFacts {
  const first = column.findIndex((value) => !Number.isNaN(value))
  return facts.count === 0 && first >= ROWS_BEFORE_FIRST ? { ...facts, ...UNKNOWN } : facts
}

/** The series as sentences name them: what is said of a counter is said of its rate. */
function byInstance(series: readonly ReadSeries[], counters: ReadonlySet<string>): Map<string, SeriesKey[]> {
  const instances = new Map<string, SeriesKey[]>()
  for (const { key } of series) {
    const named = counters.has(key.id) ? { ...key, metric: `rate(${key.metric})` } : key
    const others = instances.get(key.instance)
    if (others === undefined) instances.set(key.instance, [named])
    else others.push(named)
  }
  return instances
}

function toRows(
  { series, numbers, grid, scores, stepMs }: LiveExtractionTask,
  facts: Map<string, SeriesFacts>,
): ScoredRows {
  const { times, columns } = grid
  const byNumber = new Map(series.map((one) => [one.number, one]))
  const extracted = numbers.map((number, place): ExtractedSeries => {
    const { key } = byNumber.get(number)!
    return { key, facts: asOfFirst(facts.get(key.id)!, columns[place]!) }
  })
  const empty = (): Float32Array => new Float32Array(numbers.length * times.length).fill(Number.NaN)
  const cells = { degree: empty(), low: empty(), high: empty() }
  const placeOf = new Map(numbers.map((number, place) => [number, place]))
  const since = numbers.map((number) => byNumber.get(number)!.readSince ?? Number.NEGATIVE_INFINITY)
  const start = times[0] ?? 0
  for (let at = 0; at < scores.series.length; at++) {
    const time = scores.times[at]!
    const place = placeOf.get(scores.series[at]!)!
    if (time < since[place]!) continue
    const cell = place * times.length + Math.round((time - start) / stepMs)
    cells.degree[cell] = scores.degree[at]!
    cells.low[cell] = scores.low[at]!
    cells.high[cell] = scores.high[at]!
  }
  return { series: extracted, times, columns, ...cells }
}

function cut(rows: ScoredRows, from: number, to: number): ScoredRows {
  const { series, times, columns } = rows
  const part = (cells: Float32Array): Float32Array => {
    const out = new Float32Array(series.length * (to - from))
    for (let j = 0; j < series.length; j++)
      out.set(cells.subarray(j * times.length + from, j * times.length + to), j * (to - from))
    return out
  }
  return {
    series,
    times: times.subarray(from, to),
    columns: columns.map((column) => column.subarray(from, to)),
    degree: part(rows.degree),
    low: part(rows.low),
    high: part(rows.high),
  }
}
