import type { Spans, TimeSpan } from '../../ports/point-store.ts'

/** chDB runs queries with parameters one at a time; names of datasets are our own, so they stand in the text, checked. */
export function literal(dataset: string): string {
  if (!/^[\w-]+$/.test(dataset)) throw new RangeError(`'${dataset}' is not the name of a dataset`)
  return `'${dataset}'`
}

export function seriesList(series: readonly number[]): string {
  if (series.length === 0 || series.some((id) => !Number.isSafeInteger(id) || id < 0))
    throw new RangeError('series are given as whole numbers, one at least')
  return series.join(', ')
}

export function spanCondition(spans: Spans): string {
  if (spans === undefined) return '1'
  const list = 'from' in spans ? [spans] : spans
  return list.length === 0 ? '0' : `(${list.map(inSpan).join(' OR ')})`
}

function inSpan({ from, to }: TimeSpan): string {
  if (!Number.isFinite(from) || !Number.isFinite(to)) throw new RangeError('a span of time has two ends')
  return `ts >= ${Math.trunc(from)} AND ts < ${Math.trunc(to)}`
}
