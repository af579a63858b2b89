import type { Selection, TimeSpan } from '../../ports/point-store.ts'

/** chDB runs queries with parameters one at a time; names of datasets are our own, so they stand in the text, checked. */
export function literal(dataset: string): string {
  if (!/^[\w-]+$/.test(dataset)) throw new RangeError(`'${dataset}' is not the name of a dataset`)
  return `'${dataset}'`
}

/** Any text: what a sender calls its instances is not ours. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\0', '\\0')}'`
}

/** Rows of some series of a dataset. */
export function among(dataset: string, series: readonly number[], owner = 'dataset'): string {
  return `${owner} = ${literal(dataset)} AND ${seriesCondition(series)}`
}

/** Neighbours are named as a range: a million series in a row are a short statement, and ClickHouse limits its length. */
export function seriesCondition(series: readonly number[]): string {
  if (series.length === 0 || series.some((id) => !Number.isSafeInteger(id) || id < 0))
    throw new RangeError('series are given as whole numbers, one at least')
  const ordered = Uint32Array.from(series).sort()
  const single: number[] = []
  const ranges: string[] = []
  for (let first = 0, last = 0; first < ordered.length; first = ++last) {
    while (last + 1 < ordered.length && ordered[last + 1]! <= ordered[last]! + 1) last++
    if (last - first < 8) single.push(...ordered.subarray(first, last + 1))
    else ranges.push(`series BETWEEN ${ordered[first]} AND ${ordered[last]}`)
  }
  const conditions = single.length > 0 ? [`series IN (${single.join(', ')})`, ...ranges] : ranges
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(' OR ')})`
}

export function timeCondition(selection: Selection): string {
  if (selection === undefined) return '1'
  if ('times' in selection) return amongTimes(selection.times)
  const list = 'from' in selection ? [selection] : selection
  return list.length === 0 ? '0' : `(${list.map(inSpan).join(' OR ')})`
}

/** Points by the series and the time of each, in two lists of the same length; both columns are looked up in the primary key. */
export function amongPoints(series: ArrayLike<number>, times: Float64Array): string {
  if (times.length === 0) return '0'
  const each = `${numberAt(Float64Array.from(series), 'toUInt32')}, ${numberAt(times, 'toInt64')}`
  return `(series, ts) IN (SELECT ${each} FROM numbers(${times.length}))`
}

/** The span lets the store pass over what lies outside; the set is looked up row by row. */
function amongTimes(times: Float64Array): string {
  const [first] = times
  if (first === undefined) return '0'
  const span = inSpan({ from: first, to: times[times.length - 1]! + 1 })
  return `${span} AND ts IN (SELECT ${numberAt(times, 'toInt64')} FROM numbers(${times.length}))`
}

/** The value with the index `number`. They come as the bits of Float64, which are read in a tenth of the time of as many numbers in text. */
function numberAt(values: Float64Array, convert: 'toInt64' | 'toUInt32'): string {
  const bits = Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64')
  return `${convert}(reinterpretAsFloat64(substring(base64Decode('${bits}'), number * 8 + 1, 8)))`
}

function inSpan({ from, to }: TimeSpan): string {
  if (!Number.isFinite(from) || !Number.isFinite(to)) throw new RangeError('a span of time has two ends')
  return `ts >= ${Math.trunc(from)} AND ts < ${Math.trunc(to)}`
}
