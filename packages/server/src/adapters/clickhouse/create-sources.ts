import type { NativeType, NumberArray } from './native-block.ts'
import { literal, seriesList } from './sql-text.ts'

type Select = <T extends readonly NumberArray[]>(types: readonly NativeType[], sql: string) => Promise<T>
type Table = 'points' | 'scores' | 'row_scores'

/** What to read a dataset from: its table, FINAL where rows of it replace each other. */
export interface Sources {
  /** `series` is any one that the dataset has. */
  (table: Table, dataset: string, series?: number): Promise<string>
  forget(datasets: readonly string[]): void
}

/**
 * FINAL takes three to five times as long (measured on 24 M points: 350 against 105 ms of processor for 2 M of them in a row,
 * 3.2 against 0.75 s for 10,000 times), and hardly any dataset needs it. So it is found out once, when a dataset is first
 * read, whether it does: all its series have the same times. What belongs to a project is written while it is read.
 */
export function createSources(select: Select): Sources {
  const known = new Map<string, Promise<string>>()

  const find = async (table: Table, dataset: string, series: number | undefined): Promise<string> => {
    const condition = `dataset = ${literal(dataset)}${series === undefined ? '' : ` AND series = ${seriesList([series])}`}`
    const count = (source: string): string => `(SELECT toUInt32(count()) FROM ${source} WHERE ${condition})`
    const [written, distinct] = await select<[Uint32Array, Uint32Array]>(
      ['UInt32', 'UInt32'],
      `SELECT assumeNotNull(${count(table)}), assumeNotNull(${count(`${table} FINAL`)})`,
    )
    if (written[0] === 0) known.delete(`${table} ${dataset}`)
    return written[0] === distinct[0] ? table : `${table} FINAL`
  }
  const source = (table: Table, dataset: string, series?: number): Promise<string> => {
    if (dataset.startsWith('p_')) return Promise.resolve(`${table} FINAL`)
    const key = `${table} ${dataset}`
    const before = known.get(key)
    if (before) return before
    const found = find(table, dataset, series)
    known.set(key, found)
    found.catch(() => known.delete(key))
    return found
  }
  const forget = (datasets: readonly string[]): void => {
    for (const dataset of datasets)
      for (const table of ['points', 'scores', 'row_scores']) known.delete(`${table} ${dataset}`)
  }
  return Object.assign(source, { forget })
}
