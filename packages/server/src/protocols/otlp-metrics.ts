import { isUtf8 } from 'node:buffer'
import type { DecodedBatch, LiveSeries } from '../ports/decoded-batch.ts'
import type { SeriesTable } from '../ports/series-table.ts'
import type { MetricType } from '../schema/wire-types.ts'
import { type BatchBuilder, createBatchBuilder } from './batch-builder.ts'
import { type BatchCount, uncounted } from './batch-count.ts'
import { type Bucket, bucketQuantile } from './bucket-quantile.ts'
import { countJsonValues } from './count-json-values.ts'
import {
  type Origin,
  originOf,
  repeatedName,
  type Scope,
  type SeriesOf,
  toOtlpSeries,
  withScope,
} from './otlp-identity.ts'
import { parseOtlpJson } from './otlp-json.ts'
import { addNumberPoints, readNumberDataHead } from './otlp-number-points.ts'
import { isNumeric, type Numeric } from './otlp-numeric.ts'
import {
  CUT_NOTE,
  type KeyValue,
  keyValue,
  otlpTime,
  plainAttributes,
  type Resource,
  readAttributes,
  resourceSchema,
} from './otlp-values.ts'
import { readMessage, type Schema } from './protobuf-message.ts'

const numberPoint: Schema = {
  3: { name: 'timeUnixNano', kind: 'time' },
  4: { name: 'asDouble', kind: 'double' },
  6: { name: 'asInt', kind: 'int64' },
  7: { name: 'attributes', kind: 'bytes', holds: () => keyValue, repeated: true },
  8: { name: 'flags', kind: 'varint' },
}
const histogramPoint: Schema = {
  3: { name: 'timeUnixNano', kind: 'time' },
  4: { name: 'count', kind: 'fixed64' },
  5: { name: 'sum', kind: 'double' },
  6: { name: 'bucketCounts', kind: 'fixed64', packed: true },
  7: { name: 'explicitBounds', kind: 'double', packed: true },
  9: { name: 'attributes', kind: 'bytes', holds: () => keyValue, repeated: true },
  10: { name: 'flags', kind: 'varint' },
}
const EXPONENTIAL_BUCKETS: Schema = {
  1: { name: 'offset', kind: 'sint32' },
  2: { name: 'bucketCounts', kind: 'varint', packed: true },
}
const exponentialPoint: Schema = {
  1: { name: 'attributes', kind: 'bytes', holds: () => keyValue, repeated: true },
  3: { name: 'timeUnixNano', kind: 'time' },
  4: { name: 'count', kind: 'fixed64' },
  5: { name: 'sum', kind: 'double' },
  6: { name: 'scale', kind: 'sint32' },
  7: { name: 'zeroCount', kind: 'fixed64' },
  8: { name: 'positive', kind: () => EXPONENTIAL_BUCKETS },
  9: { name: 'negative', kind: () => EXPONENTIAL_BUCKETS },
  10: { name: 'flags', kind: 'varint' },
}
const QUANTILE_VALUE: Schema = { 1: { name: 'quantile', kind: 'double' }, 2: { name: 'value', kind: 'double' } }
const summaryPoint: Schema = {
  3: { name: 'timeUnixNano', kind: 'time' },
  4: { name: 'count', kind: 'fixed64' },
  5: { name: 'sum', kind: 'double' },
  6: { name: 'quantileValues', kind: () => QUANTILE_VALUE, repeated: true },
  7: { name: 'attributes', kind: 'bytes', holds: () => keyValue, repeated: true },
  8: { name: 'flags', kind: 'varint' },
}
const pointsOf = (point: Schema): (() => Schema) => {
  const data: Schema = {
    1: { name: 'dataPoints', kind: () => point, repeated: true },
    2: { name: 'aggregationTemporality', kind: 'varint' },
    3: { name: 'isMonotonic', kind: 'bool' },
  }
  return () => data
}
const metricSchema: Schema = {
  1: { name: 'name', kind: 'text' },
  3: { name: 'unit', kind: 'text' },
  // Most points are of these; they are read where they lie
  5: { name: 'gauge', kind: 'bytes', holds: pointsOf(numberPoint) },
  7: { name: 'sum', kind: 'bytes', holds: pointsOf(numberPoint) },
  9: { name: 'histogram', kind: pointsOf(histogramPoint) },
  10: { name: 'exponentialHistogram', kind: pointsOf(exponentialPoint) },
  11: { name: 'summary', kind: pointsOf(summaryPoint) },
}
const scopeSchema: Schema = {
  1: { name: 'name', kind: 'text' },
  3: { name: 'attributes', kind: () => keyValue, repeated: true },
}
const scopeMetrics: Schema = {
  1: { name: 'scope', kind: () => scopeSchema },
  2: { name: 'metrics', kind: () => metricSchema, repeated: true },
}
const resourceMetrics: Schema = {
  1: { name: 'resource', kind: () => resourceSchema },
  2: { name: 'scopeMetrics', kind: () => scopeMetrics, repeated: true },
}
/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/metrics/v1/metrics.proto */
const request: Schema = { 1: { name: 'resourceMetrics', kind: () => resourceMetrics, repeated: true } }

interface Point {
  readonly timeUnixNano?: unknown
  readonly flags?: number
  /** Left as bytes where they came so: most points are of a series that is known by them. */
  readonly attributes?: readonly KeyValue[] | readonly Uint8Array[]
}

interface NumberPoint extends Point {
  readonly asDouble?: Numeric
  readonly asInt?: Numeric
}

interface SummaryPoint extends Point {
  readonly count?: Numeric
  readonly sum?: Numeric
  readonly quantileValues?: readonly { readonly quantile?: Numeric; readonly value?: Numeric }[]
}

interface HistogramPoint extends SummaryPoint {
  readonly bucketCounts?: readonly Numeric[]
  readonly explicitBounds?: readonly Numeric[]
}

interface ExponentialBuckets {
  readonly offset?: number
  readonly bucketCounts?: readonly Numeric[]
}

interface ExponentialPoint extends SummaryPoint {
  readonly scale?: number
  readonly zeroCount?: Numeric
  readonly positive?: ExponentialBuckets
  readonly negative?: ExponentialBuckets
}

interface Data<P> {
  readonly dataPoints?: readonly P[]
  /** A name in JSON of some senders. */
  readonly aggregationTemporality?: number | string
  readonly isMonotonic?: boolean
}

interface Metric {
  readonly name?: string
  readonly unit?: string
  /** Bytes where they came so. */
  readonly gauge?: Data<NumberPoint> | Uint8Array
  readonly sum?: Data<NumberPoint> | Uint8Array
  readonly histogram?: Data<HistogramPoint>
  readonly exponentialHistogram?: Data<ExponentialPoint>
  readonly summary?: Data<SummaryPoint>
}

interface Request {
  readonly resourceMetrics?: readonly {
    readonly resource?: Resource
    readonly scopeMetrics?: readonly { readonly scope?: Scope; readonly metrics?: readonly Metric[] }[]
  }[]
}

/** `ExportMetricsServiceRequest`. */
export function decodeOtlpMetrics(body: Uint8Array, known: SeriesTable, count: BatchCount = uncounted): DecodedBatch {
  const builder = createBatchBuilder(known, count)
  addRequest(builder, readMessage(body, request, { count, onCut: () => builder.note(CUT_NOTE) }) as Request)
  return { kind: 'points', ...builder.build() }
}

/** The same in OTLP's JSON. */
export function decodeOtlpJsonMetrics(
  body: Uint8Array,
  known: SeriesTable,
  count: BatchCount = uncounted,
): DecodedBatch {
  if (!isUtf8(body)) return { kind: 'unreadable', message: 'is not valid UTF-8' }
  const builder = createBatchBuilder(known, count)
  countJsonValues(body, count)
  addRequest(builder, parseOtlpJson(new TextDecoder().decode(body), request, () => builder.note(CUT_NOTE)) as Request)
  return { kind: 'points', ...builder.build() }
}

function addRequest(builder: BatchBuilder, { resourceMetrics: resources = [] }: Request): void {
  const descriptions = createDescriptions()
  for (const { resource, scopeMetrics: scopes = [] } of resources) {
    const origin = originOf(resource)
    for (const { scope, metrics = [] } of scopes) {
      const from = withScope(origin, scope)
      for (const metric of metrics) {
        descriptions.add(from, metric.name ?? '')
        addMetric(builder, metric, from)
      }
    }
  }
  const note = descriptions.note()
  if (note !== undefined) builder.note(note)
}

const MAX_NAMED = 5

/** Finds resources of a request that send the same series although they are described differently. */
function createDescriptions() {
  const known = new Map<string, string>()
  const compared = new Set<string>()
  const differing = new Set<string>()
  return {
    add({ key, description }: Origin, metric: string): void {
      const series = `${key}\n${metric}`
      const other = known.get(series)
      if (other === undefined) known.set(series, description)
      else if (other !== description && !compared.has(`${other}${description}`)) {
        compared.add(`${other}${description}`)
        for (const name of differences(other, description)) differing.add(name)
      }
    },
    note(): string | undefined {
      if (differing.size === 0) return undefined
      const names = [...differing].slice(0, MAX_NAMED).map((name) => name.slice(0, 200))
      const rest = differing.size > names.length ? ` and ${differing.size - names.length} others` : ''
      return `Resources of this batch send the same series and differ only in ${names.join(', ')}${rest}, which only describes a resource: give each a service.instance.id of its own.`
    },
  }
}

function differences(one: string, other: string): string[] {
  const [a, b] = [one, other].map((text) => new Map<string, string>(JSON.parse(text)))
  return [...new Set([...a!.keys(), ...b!.keys()])].filter((name) => a!.get(name) !== b!.get(name))
}

function addMetric(builder: BatchBuilder, metric: Metric, from: Origin): void {
  const { name = '', unit, gauge, sum, histogram, exponentialHistogram, summary } = metric
  const add = (point: Point, of: SeriesOf, value: Numeric | undefined): void =>
    addPoint(builder, from, point, of, Number(value ?? Number.NaN))
  if (gauge) addNumbers(builder, from, { metric: name, unit, type: 'gauge' }, gauge)
  if (sum) addNumbers(builder, from, { metric: name, unit, type: typeOfSum(sum) }, sum)
  const addCounts = (point: SummaryPoint, type: MetricType): void => {
    add(point, { metric: `${name}_count`, type }, point.count ?? 0)
    if (point.sum !== undefined) add(point, { metric: `${name}_sum`, unit, type }, point.sum)
  }
  const addQuantiles = (point: SummaryPoint, buckets: readonly Bucket[]): void => {
    for (const quantile of QUANTILES)
      add(point, { metric: name, unit, type: 'gauge', quantile: `${quantile}` }, bucketQuantile(buckets, quantile))
  }
  const isReadable = (point: SummaryPoint, more: readonly Numeric[]): boolean => {
    const isRead = [point.count ?? 0, point.sum ?? 0, ...more].every(isNumeric)
    if (!isRead) rejectNumber(builder, name)
    return isRead
  }
  const isConsistent = (point: Point, fault: string | undefined): boolean => {
    if (fault === undefined || isMarkedMissing(point)) return true
    builder.reject('malformed', fault, { series: name.slice(0, 200) })
    return false
  }
  for (const point of histogram?.dataPoints ?? []) {
    if (!isReadable(point, [...(point.bucketCounts ?? []), ...(point.explicitBounds ?? [])])) continue
    if (!isConsistent(point, histogramFault(point))) continue
    addCounts(point, typeOf(histogram!))
    addQuantiles(point, explicitBuckets(point))
  }
  for (const point of exponentialHistogram?.dataPoints ?? []) {
    const { zeroCount = 0, positive, negative } = point
    const counts = [zeroCount, ...(positive?.bucketCounts ?? []), ...(negative?.bucketCounts ?? [])]
    if (!isReadable(point, counts)) continue
    if (!isConsistent(point, countFault(point, counts))) continue
    addCounts(point, typeOf(exponentialHistogram!))
    addQuantiles(point, toBuckets(point))
  }
  for (const point of summary?.dataPoints ?? []) {
    const values = point.quantileValues ?? []
    if (
      !isReadable(
        point,
        values.flatMap(({ quantile = 0, value = 0 }) => [quantile, value]),
      )
    )
      continue
    addCounts(point, 'counter')
    for (const { quantile = 0, value } of values)
      add(point, { metric: name, unit, type: 'gauge', quantile: `${quantile}` }, value)
  }
}

function addNumbers(builder: BatchBuilder, from: Origin, of: SeriesOf, data: Data<NumberPoint> | Uint8Array): void {
  if (data instanceof Uint8Array)
    addNumberPoints(builder, data, {
      metric: of.metric,
      key: `${from.key}\n${of.metric}\n\n`,
      read: (attributes) => toSeries(builder, from, of, attributes),
    })
  else
    for (const point of data.dataPoints ?? []) {
      const value = numberOf(point) ?? Number.NaN
      // Infinity is written as a text: a number without end was too large
      if (isNumeric(value) && value !== Number.POSITIVE_INFINITY && value !== Number.NEGATIVE_INFINITY)
        addPoint(builder, from, point, of, Number(value))
      else rejectNumber(builder, of.metric)
    }
}

function rejectNumber(builder: BatchBuilder, metric: string): void {
  builder.reject('malformed', 'A number of a data point cannot be read.', { series: metric.slice(0, 200) })
}

function typeOfSum(sum: Data<NumberPoint> | Uint8Array): MetricType {
  if (!(sum instanceof Uint8Array)) return sum.isMonotonic ? typeOf(sum) : 'gauge'
  const { temporality, isMonotonic } = readNumberDataHead(sum)
  return isMonotonic ? typeOf({ aggregationTemporality: temporality }) : 'gauge'
}

/** Of histograms; those with cumulative temporality give the quantiles since their sender started. */
const QUANTILES = [0.5, 0.9, 0.99]
const DELTA = 1
const NO_RECORDED_VALUE = 1

/**
 * A delta is stored as it comes, the amount of its interval, and is a gauge. A running total of our own would be lost or
 * counted twice when a batch is repeated, goes to another server, or comes late; what detection looks at is the amount anyway.
 */
function typeOf({ aggregationTemporality: temporality }: Data<unknown>): MetricType {
  return temporality === DELTA || temporality === 'AGGREGATION_TEMPORALITY_DELTA' ? 'gauge' : 'counter'
}

function numberOf({ asDouble, asInt }: NumberPoint): Numeric | undefined {
  return asDouble ?? asInt
}

function addPoint(builder: BatchBuilder, from: Origin, point: Point, of: SeriesOf, value: number): void {
  const time = otlpTime(point.timeUnixNano)
  if (time === undefined)
    return void builder.reject('badTime', 'A data point has no time in epoch nanoseconds.', { series: of.metric })
  const attributes = point.attributes ?? []
  const key = `${from.key}\n${of.metric}\n${of.quantile ?? ''}\n${attributes.map(keyOf).join('\n')}`
  const index = builder.seriesIndex(key, () => toSeries(builder, from, of, attributes))
  if (index !== undefined) isMarkedMissing(point) ? builder.addEnd(index, time.ms) : builder.add(index, time.ms, value)
}

function isMarkedMissing({ flags = 0 }: Point): boolean {
  return (flags & NO_RECORDED_VALUE) !== 0
}

function keyOf(attribute: KeyValue | Uint8Array): string {
  if (!(attribute instanceof Uint8Array)) return JSON.stringify(attribute)
  return Buffer.from(attribute.buffer, attribute.byteOffset, attribute.length).toString('latin1')
}

/** Undefined, and reported, if an attribute has two values. */
function toSeries(
  builder: BatchBuilder,
  from: Origin,
  of: SeriesOf,
  attributes: readonly KeyValue[] | readonly Uint8Array[],
): LiveSeries | undefined {
  const isRaw = attributes[0] instanceof Uint8Array
  const own = isRaw
    ? readAttributes(attributes as Uint8Array[], { count: builder.count, onCut: () => builder.note(CUT_NOTE) })
    : (attributes as KeyValue[])
  const repeated = from.repeated ?? repeatedName(own)
  if (repeated === undefined) return toOtlpSeries(from, of, plainAttributes(own))
  const message = `The attribute ${repeated.slice(0, 200)} has two values: send each attribute once.`
  return void builder.reject('badName', message, { series: of.metric.slice(0, 200) })
}

/** A contradiction between the buckets, the bounds and the count, by the rules of `HistogramDataPoint` in metrics.proto. */
function histogramFault(point: HistogramPoint): string | undefined {
  const { bucketCounts = [], explicitBounds = [] } = point
  if (bucketCounts.length === 0 && explicitBounds.length === 0) return undefined
  if (bucketCounts.length !== explicitBounds.length + 1)
    return `A histogram point with ${explicitBounds.length} explicit bounds has ${bucketCounts.length} bucket counts and not one more than bounds, ${explicitBounds.length + 1}.`
  const bounds = explicitBounds.map(Number)
  if (!bounds.every((bound, index) => index === 0 || bound > bounds[index - 1]!))
    return 'The explicit bounds of a histogram point are not in increasing order.'
  return countFault(point, bucketCounts)
}

/** The counts of all buckets of a point add up to its count. Those that a number does not hold exactly are not compared. */
function countFault({ count: stated = 0 }: SummaryPoint, counts: readonly Numeric[]): string | undefined {
  const count = Number(stated)
  const sum = counts.reduce<number>((total, next) => total + Number(next), 0)
  if (sum === count || count > Number.MAX_SAFE_INTEGER) return undefined
  return `The bucket counts of a histogram point add up to ${sum}, but its count is ${count}.`
}

function explicitBuckets({ bucketCounts = [], explicitBounds = [] }: HistogramPoint): Bucket[] {
  return bucketCounts.map((count, index) => ({
    low: Number(explicitBounds[index - 1] ?? Number.NEGATIVE_INFINITY),
    high: Number(explicitBounds[index] ?? Number.POSITIVE_INFINITY),
    count: Number(count),
  }))
}

/** Bucket `k` holds what lies between base^k and base^(k + 1), with base 2^(2^-scale). */
function toBuckets({ scale = 0, zeroCount = 0, positive = {}, negative = {} }: ExponentialPoint): Bucket[] {
  const bound = (exponent: number): number => 2 ** (exponent * 2 ** -scale)
  const of = ({ offset = 0, bucketCounts = [] }: ExponentialBuckets): Bucket[] =>
    bucketCounts.map((count, k) => ({ low: bound(offset + k), high: bound(offset + k + 1), count: Number(count) }))
  const below = of(negative).map(({ low, high, count }) => ({ low: -high, high: -low, count }))
  return [...below.reverse(), { low: 0, high: 0, count: Number(zeroCount) }, ...of(positive)]
}
