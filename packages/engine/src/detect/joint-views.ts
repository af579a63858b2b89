import type { SeriesKey } from '../series/frame.ts'
import type { ModelType } from './model-type.ts'

/** The joint models that a type has: a name and the columns of each. */
export type JointView = { name: string; columns: number[] }

/** One view over all columns, one a group, one a service, or none. */
export function jointViews(modelType: ModelType, series: readonly SeriesKey[]): JointView[] {
  switch (modelType) {
    case 'Split':
    case 'DBScan':
      return []
    case 'SplitByGroup':
      return partition(series, (key) => key.group ?? '')
    case 'SplitByService':
      return partition(series, (key) => key.service ?? '')
    default:
      return [{ name: '', columns: series.map((_, column) => column) }]
  }
}

/** Columns by name of their part, in order of first appearance. */
export function partition(series: readonly SeriesKey[], nameOf: (key: SeriesKey) => string): JointView[] {
  const parts = new Map<string, number[]>()
  for (const [column, key] of series.entries()) {
    const part = parts.get(nameOf(key))
    if (part === undefined) parts.set(nameOf(key), [column])
    else part.push(column)
  }
  return [...parts].map(([name, columns]) => ({ name, columns }))
}
