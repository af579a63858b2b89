import type { LogAnalysisStore, PlaceValues } from '../../ports/log-analysis-store.ts'
import { countPlaces, lineCondition, placesPattern } from './log-conditions.ts'
import { type SelectColumns, undefinedIfLate } from './log-search.ts'
import { readTexts } from './native-block.ts'
import { literal, textLiteral, timeCondition } from './sql-text.ts'

type Request = Parameters<LogAnalysisStore['readPlaceValues']>[1]

const mostTop = 10
const mostPlaces = 20
const bars = 24
const levels = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
/** A number, and up to four letters of its unit. */
const numberPattern = '^([-+]?[0-9]+(?:\\\\.[0-9]+)?)([a-zA-Zµ%]{0,4})$'

interface Place {
  readonly place: number
  readonly distinct: number
  readonly lines: number
  readonly top: [string, number][]
  readonly isNumber: boolean
  readonly quantiles: number[]
  readonly mean: number
}

/** The values of places are counted in the store: what comes back are the most frequent ones, and quantiles. */
export async function readPlaceValues(
  select: SelectColumns,
  source: string,
  request: Request,
): ReturnType<LogAnalysisStore['readPlaceValues']> {
  const { span, condition, text, most, timeLimitMs } = request
  // `extractGroups` rejects an expression without a group
  if (countPlaces(text) === 0) return { lines: 0, places: [] }
  const isMeant = `source = ${literal(source)} AND ${timeCondition(span)} AND ${lineCondition(condition)}`
  const limits = `SETTINGS max_execution_time = ${Math.max(1, Math.ceil(timeLimitMs / 1000))}, timeout_overflow_mode = 'break'`
  const newest = `SELECT line, ts, id FROM log_lines WHERE ${isMeant} ORDER BY ts DESC, id DESC LIMIT 1 BY ts, id LIMIT ${most}`
  const groups = `extractGroups(line, ${textLiteral(placesPattern(text, mostPlaces))})`
  const each = `SELECT arrayJoin(arrayZip(arrayEnumerate(groups), groups)) AS one, substring(one.2, 1, 200) AS value, one.1 AS place FROM (SELECT ${groups} AS groups FROM (${newest}))`
  const counted = `SELECT place, value, toUInt64(count()) AS n, extractGroups(value, '${numberPattern}') AS parts, toFloat64OrNull(parts[1]) AS number, parts[2] AS unit FROM (${each}) GROUP BY place, value`
  const sql = `SELECT toJSONString(tuple(place, count(), sum(n), arraySlice(arrayReverseSort(x -> (x.2, x.1), groupArray((value, n))), 1, ${mostTop}), countIf(isNull(number)) = 0 AND uniqExact(unit) = 1, quantilesExactWeighted(${levels.join(', ')})(ifNull(number, 0), n), sum(ifNull(number, 0) * n) / sum(n))) FROM (${counted}) GROUP BY place ORDER BY place ${limits}`
  const [answer] = await select<[Uint8Array]>(source, ['String'], sql).catch((error: unknown) => {
    undefinedIfLate(error)
    return [new Uint8Array()] as const
  })
  const places = readTexts(answer).map(toPlace)
  const numeric = places.filter(({ isNumber, quantiles }) => isNumber && quantiles[0]! < quantiles.at(-1)!)
  const histograms = numeric.length > 0 ? await readHistograms(select, source, counted, numeric, limits) : new Map()
  const lines = Math.max(0, ...places.map((place) => place.lines))
  return { lines, places: places.map((place) => toValues(place, histograms.get(place.place))) }
}

async function readHistograms(
  select: SelectColumns,
  source: string,
  counted: string,
  places: readonly Place[],
  limits: string,
): Promise<Map<number, number[]>> {
  const numbers = places.map(({ place }) => place).join(', ')
  const lookUp = (values: readonly number[]): string =>
    `transform(place, [${numbers}], [${values.map(decimal).join(', ')}], toFloat64(0))`
  const low = lookUp(places.map(({ quantiles }) => quantiles[0]!))
  const width = lookUp(places.map(({ quantiles }) => (quantiles.at(-1)! - quantiles[0]!) / bars))
  const bar = `toUInt32(least(${bars - 1}, greatest(0, floor((assumeNotNull(number) - ${low}) / ${width}))))`
  const [place, at, count] = await select<[Uint32Array, Uint32Array, Float64Array]>(
    source,
    ['UInt32', 'UInt32', 'Float64'],
    `SELECT toUInt32(place), ${bar} AS bar, toFloat64(sum(n)) FROM (${counted}) WHERE place IN (${numbers}) AND isNotNull(number) GROUP BY place, bar ${limits}`,
  )
  const found = new Map(places.map((one) => [one.place, new Array<number>(bars).fill(0)]))
  place.forEach((one, row) => {
    found.get(one)![at[row]!] = count[row]!
  })
  return found
}

function toPlace(text: string): Place {
  const [place, distinct, lines, top, isNumber, quantiles, mean] = JSON.parse(text) as [
    ...[number, string | number, string | number, [string, string | number][], boolean | number, number[], number],
  ]
  return {
    ...{ place: Number(place), distinct: Number(distinct), lines: Number(lines), isNumber: Boolean(isNumber) },
    ...{ quantiles: quantiles.map(Number), mean: Number(mean) },
    top: top.map(([value, count]) => [value, Number(count)]),
  }
}

function toValues(
  { distinct, top, isNumber, quantiles, mean, lines }: Place,
  histogram: number[] | undefined,
): PlaceValues {
  const flat = [lines, ...new Array<number>(bars - 1).fill(0)]
  return {
    distinct,
    top: top.map(([value, count]) => ({ value, count })),
    ...(isNumber && { numbers: { quantiles, mean, histogram: histogram ?? flat } }),
  }
}

/** A number as a literal that is a Float64. */
function decimal(value: number): string {
  return `toFloat64(${value})`
}
