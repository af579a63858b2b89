import type { PointSummaries, SummaryRequest } from '../../ports/point-store.ts'
import type { SelectColumns } from './select-columns.ts'
import { seriesCondition, timeCondition } from './sql-text.ts'

type Columns = [Uint32Array, Uint32Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]

/** Statistics of the rows that a condition leaves of a table, by series; those of rates replace those of what they are made from. */
export async function summarise(
  select: SelectColumns,
  name: string,
  rows: string,
  request: SummaryRequest,
): Promise<PointSummaries> {
  const { from, to, stepMs } = request
  const isWithin = `${rows} AND ${timeCondition({ from, to })} AND isFinite(value)`
  const [series, steps, firstTime, min, max, mean, deviation] = await select<Columns>(
    name,
    ['UInt32', 'UInt32', 'Float64', 'Float64', 'Float64', 'Float64', 'Float64'],
    `SELECT series, toUInt32(uniqExact(intDiv(ts, ${Math.trunc(stepMs)}))), toFloat64(min(ts)), min(value), max(value), avg(value), stddevPopStable(value) FROM ${isWithin} GROUP BY series ORDER BY series`,
  )
  const summaries = { series, steps, firstTime, min, max, mean, deviation }
  if (request.rates.length > 0) replaceRates(summaries, request.rates, await readRates(select, name, rows, request))
  return summaries
}

type Rates = [Uint32Array, Float64Array, Float64Array, Float64Array, Float64Array]

/** As live detection reads a counter: from the last value of a step to that of the next step that has one; one that falls has counted from 0. */
async function readRates(
  select: SelectColumns,
  name: string,
  rows: string,
  { from, to, stepMs, rates, maxSteps }: SummaryRequest,
): Promise<Rates> {
  const span = timeCondition({ from: from - maxSteps * stepMs, to })
  const values = `SELECT series, intDiv(ts, ${Math.trunc(stepMs)}) AS step, argMax(value, ts) AS v FROM ${rows} AND ${seriesCondition(rates)} AND ${span} AND isFinite(value) GROUP BY series, step`
  const pairs = `SELECT series, step, v, lagInFrame(v, 1, nan) OVER w AS before, lagInFrame(step, 1, step) OVER w AS stepBefore FROM (${values}) WINDOW w AS (PARTITION BY series ORDER BY step ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`
  const rate = `if(v >= before, v - before, v) * 1000 / ((step - stepBefore) * ${Math.trunc(stepMs)})`
  return select<Rates>(
    name,
    ['UInt32', 'Float64', 'Float64', 'Float64', 'Float64'],
    `SELECT series, min(r), max(r), avg(r), stddevPopStable(r) FROM (SELECT series, ${rate} AS r FROM (${pairs}) WHERE step > stepBefore AND step - stepBefore <= ${Math.trunc(maxSteps)} AND step * ${Math.trunc(stepMs)} >= ${Math.trunc(from)}) GROUP BY series ORDER BY series`,
  )
}

function replaceRates(summaries: PointSummaries, rates: readonly number[], read: Rates): void {
  const [series, ...figures] = read
  const rowOf = new Map(Array.from(series, (number, row) => [number, row]))
  const isRate = new Set(rates)
  const columns = [summaries.min, summaries.max, summaries.mean, summaries.deviation]
  for (const [index, number] of summaries.series.entries()) {
    if (!isRate.has(number)) continue
    const row = rowOf.get(number)
    for (const [at, column] of columns.entries()) column[index] = row === undefined ? Number.NaN : figures[at]![row]!
  }
}
