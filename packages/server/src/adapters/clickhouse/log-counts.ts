import type { TemplateCounts } from '@omen/engine'
import type { CountFilters, LogAnalysisStore, PlaceValues } from '../../ports/log-analysis-store.ts'
import { PointStoreBusyError } from '../../ports/point-store-errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { type StoreLive, sourcesOf } from './live-points.ts'
import { countConditions, countPlaces, lineCondition, placesPattern } from './log-conditions.ts'
import { type SelectColumns, searchLogs, undefinedIfLate } from './log-search.ts'
import { readTexts } from './native-block.ts'
import { encodeLogCounts } from './point-codec.ts'
import { bucketOf } from './reduce-sql.ts'
import { literal, textLiteral, timeCondition } from './sql-text.ts'

/** Rows of a commit, and of all that wait. */
const MAX_COMMIT_SIZE = 200_000
const MAX_WAITING_SIZE = 2_000_000

interface CountTable {
  readonly store: StoreLive
  readonly select: SelectColumns
  deleteWhere(source: string, condition: string): Promise<void>
}

export function createLogAnalysisStore(table: CountTable): LogAnalysisStore & { idle(): Promise<void> } {
  const { select } = table
  const commits = createGroupCommit<{ source: string; counts: TemplateCounts }>({
    commit: (batches) => table.store(sourcesOf(batches), encodeLogCounts(batches)),
    sizeOf: ({ counts }) => counts.times.length,
    maxCommitSize: MAX_COMMIT_SIZE,
    maxWaitingSize: MAX_WAITING_SIZE,
    refuse: (rows) => new PointStoreBusyError(`${rows} counts of log lines`),
  })
  const from = (source: string, conditions: readonly string[]): string =>
    `FROM log_counts FINAL WHERE ${[`source = ${literal(source)}`, ...conditions].join(' AND ')}`
  return {
    searchLogs: (source, search) => searchLogs(select, source, search),
    readPlaceValues: (source, request) => readPlaceValues(select, source, request),
    async appendLogCounts(source, counts) {
      literal(source)
      if (counts.times.length > 0) await commits.add({ source, counts })
    },
    async deleteLogCounts(source, { from: first, to }) {
      const before = to === undefined ? '' : ` AND ts < ${Math.trunc(to)}`
      const isMeant = `source = ${literal(source)} AND ts >= ${Math.trunc(first)}${before}`
      const [[rows]] = await select<[Float64Array]>(
        source,
        ['Float64'],
        `SELECT toFloat64(count()) FROM log_counts WHERE ${isMeant}`,
      )
      if (rows! > 0) await table.deleteWhere(source, isMeant)
    },
    async countTemplates(source, { selection, baseline }, filters) {
      const selected = timeCondition(selection)
      const before = baseline ? timeCondition(baseline) : '0'
      const [templates, counts, inBaseline, first, last, severities] = await select<CountAnswer>(
        source,
        ['UInt32', 'Float64', 'Float64', 'Float64', 'Float64', 'UInt8'],
        `SELECT template, toFloat64(sumIf(lines, ${selected})), toFloat64(sumIf(lines, ${before})), if(countIf(${selected}) = 0, nan, toFloat64(minIf(ts, ${selected}))), if(countIf(${selected}) = 0, nan, toFloat64(maxIf(ts, ${selected}))), maxIf(severity, ${selected}) ${from(source, [`(${selected} OR ${before})`, ...countConditions(filters)])} GROUP BY template ORDER BY template`,
      )
      return { templates, counts, baseline: inBaseline, first, last, severities }
    },
    async readTemplateTrends(source, span, { bucketMs, templates }, filters) {
      const of = templates ? 'template' : 'toUInt32(0)'
      const [ids, buckets, counts] = await select<[Uint32Array, Uint32Array, Float64Array]>(
        source,
        ['UInt32', 'UInt32', 'Float64'],
        `SELECT ${of} AS of, ${bucketOf({ ...span, bucketMs })} AS bucket, toFloat64(sum(lines)) ${from(source, conditionsOf(span, templates, filters))} GROUP BY of, bucket ORDER BY of, bucket`,
      )
      return { templates: ids, buckets, counts }
    },
    async readTemplateShares(source, span, { by, templates }, filters) {
      const name = by === 'severity' ? 'toString(severity)' : by
      const [ids, names, counts] = await select<[Uint32Array, Uint8Array, Float64Array]>(
        source,
        ['UInt32', 'String', 'Float64'],
        `SELECT template, ${name} AS name, toFloat64(sum(lines)) AS n ${from(source, conditionsOf(span, templates, filters))} GROUP BY template, name ORDER BY template, n DESC, name`,
      )
      return { templates: ids, names: readTexts(names), counts }
    },
    async listLogServices(source, span, limit) {
      const [names] = await select<[Uint8Array]>(
        source,
        ['String'],
        `SELECT DISTINCT service FROM log_counts WHERE source = ${literal(source)} AND ${timeCondition(span)} AND service != '' ORDER BY service LIMIT ${limit}`,
      )
      return readTexts(names)
    },
    async findNewestRow(source, span, templates, max) {
      const rows = `SELECT ts, sum(lines) AS n ${from(source, conditionsOf(span, templates, {}))} GROUP BY ts`
      const [[found], [count]] = await select<[Float64Array, Float64Array]>(
        source,
        ['Float64', 'Float64'],
        `SELECT toFloat64(max(ts)), toFloat64(count()) FROM (SELECT ts, sum(n) OVER (ORDER BY ts DESC) AS newest FROM (${rows})) WHERE newest >= ${max}`,
      )
      return count! > 0 ? found! : span.from
    },
    idle: commits.idle,
  }
}

type CountAnswer = [
  templates: Uint32Array,
  counts: Float64Array,
  baseline: Float64Array,
  first: Float64Array,
  last: Float64Array,
  severities: Uint8Array,
]

function conditionsOf(
  span: { readonly from: number; readonly to: number },
  templates: readonly number[] | undefined,
  filters: CountFilters,
): string[] {
  const isOf = templates === undefined ? [] : [templates.length === 0 ? '0' : `template IN (${templates.join(', ')})`]
  return [timeCondition(span), ...isOf, ...countConditions(filters)]
}

type Request = Parameters<LogAnalysisStore['readPlaceValues']>[1]

const MAX_TOP_VALUES = 10
const MAX_PLACES = 20
const BARS = 24
const LEVELS = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1]
/** A number, and up to four letters of its unit. */
const NUMBER_PATTERN = '^([-+]?[0-9]+(?:\\\\.[0-9]+)?)([a-zA-Zµ%]{0,4})$'

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
async function readPlaceValues(
  select: SelectColumns,
  source: string,
  request: Request,
): ReturnType<LogAnalysisStore['readPlaceValues']> {
  const { span, condition, text, max, timeLimitMs } = request
  // `extractGroups` rejects an expression without a group
  if (countPlaces(text) === 0) return { lines: 0, places: [] }
  const isMeant = `source = ${literal(source)} AND ${timeCondition(span)} AND ${lineCondition(condition)}`
  const limits = `SETTINGS max_execution_time = ${Math.max(1, Math.ceil(timeLimitMs / 1000))}, timeout_overflow_mode = 'break'`
  const newest = `SELECT line, ts, id FROM log_lines WHERE ${isMeant} ORDER BY ts DESC, id DESC LIMIT 1 BY ts, id LIMIT ${max}`
  const groups = `extractGroups(line, ${textLiteral(placesPattern(text, MAX_PLACES))})`
  const each = `SELECT arrayJoin(arrayZip(arrayEnumerate(groups), groups)) AS one, substring(one.2, 1, 200) AS value, one.1 AS place FROM (SELECT ${groups} AS groups FROM (${newest}))`
  const counted = `SELECT place, value, toUInt64(count()) AS n, extractGroups(value, '${NUMBER_PATTERN}') AS parts, toFloat64OrNull(parts[1]) AS number, parts[2] AS unit FROM (${each}) GROUP BY place, value`
  const sql = `SELECT toJSONString(tuple(place, count(), sum(n), arraySlice(arrayReverseSort(x -> (x.2, x.1), groupArray((value, n))), 1, ${MAX_TOP_VALUES}), countIf(isNull(number)) = 0 AND uniqExact(unit) = 1, quantilesExactWeighted(${LEVELS.join(', ')})(ifNull(number, 0), n), sum(ifNull(number, 0) * n) / sum(n))) FROM (${counted}) GROUP BY place ORDER BY place ${limits}`
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
  const width = lookUp(places.map(({ quantiles }) => (quantiles.at(-1)! - quantiles[0]!) / BARS))
  const bar = `toUInt32(least(${BARS - 1}, greatest(0, floor((assumeNotNull(number) - ${low}) / ${width}))))`
  const [place, at, count] = await select<[Uint32Array, Uint32Array, Float64Array]>(
    source,
    ['UInt32', 'UInt32', 'Float64'],
    `SELECT toUInt32(place), ${bar} AS bar, toFloat64(sum(n)) FROM (${counted}) WHERE place IN (${numbers}) AND isNotNull(number) GROUP BY place, bar ${limits}`,
  )
  const found = new Map(places.map((one) => [one.place, new Array<number>(BARS).fill(0)]))
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
    place: Number(place),
    distinct: Number(distinct),
    lines: Number(lines),
    isNumber: Boolean(isNumber),
    quantiles: quantiles.map(Number),
    mean: Number(mean),
    top: top.map(([value, count]) => [value, Number(count)]),
  }
}

function toValues(
  { distinct, top, isNumber, quantiles, mean, lines }: Place,
  histogram: number[] | undefined,
): PlaceValues {
  const flat = [lines, ...new Array<number>(BARS - 1).fill(0)]
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
