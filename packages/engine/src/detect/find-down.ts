import type { Frame } from '../series/frame.ts'
import { findRuns, type Run } from './find-runs.ts'
import { partition } from './joint-views.ts'
import type { Model } from './model.ts'

/** What an instance that is down sent: no values, values near zero, or the latter only of some series or at some rows. */
export type DownValues = 'none' | 'some' | 'all'

/** An instance that went down altogether. `emptyRows` are those at which nothing at all was received. */
export type DownRun = Run & { instance: string; columns: number[]; values: DownValues; emptyRows: number }

/** A value near zero says something only where training hardly ever had it there. */
const RARELY = 0.02
/** A gap says something only where training had values. */
const MOSTLY = 0.9

/**
 * Intervals of at least `count` rows at which every series of an instance is silent or near zero (within its floor, see `describeValues`), and at least half of them
 * are so unusually. Rows at which nothing at all was received tell of the collector and are left out.
 */
export function findDown(frame: Frame, model: Model, count: number): DownRun[] {
  const isEmpty = emptyRows(frame)
  return partition(frame.series, (key) => key.instance).flatMap(({ name, columns }) => {
    const state = new Float64Array(frame.times.length)
    for (let row = 0; row < state.length; row++) {
      if (isEmpty[row] === 1) state[row] = Number.NaN
      else state[row] = isDown(frame, model, columns, row) ? 0 : 1
    }
    return findRuns(state, 0.5, count).map((run) => ({
      ...run,
      instance: name,
      columns,
      ...countValues(frame, columns, run, isEmpty),
    }))
  })
}

/** 1 for rows at which no series has a value. */
export function emptyRows(frame: Frame): Uint8Array {
  return Uint8Array.from(frame.times, (_, row) => (frame.columns.every((column) => Number.isNaN(column[row]!)) ? 1 : 0))
}

function isDown(frame: Frame, model: Model, columns: readonly number[], row: number): boolean {
  let telling = 0
  for (const column of columns) {
    const value = frame.columns[column]![row]!
    const learned = model.columns[column]!.facts
    if (Number.isNaN(value)) telling += learned.present > MOSTLY ? 1 : 0
    else if (!(Math.abs(value) <= learned.floor)) return false
    else telling += learned.atFloor < RARELY ? 1 : 0
  }
  return telling > 0 && 2 * telling >= columns.length
}

function countValues(
  frame: Frame,
  columns: readonly number[],
  { fromRow, toRow }: Run,
  isEmpty: Uint8Array,
): Pick<DownRun, 'values' | 'emptyRows'> {
  const emptyRows = isEmpty.subarray(fromRow, toRow).reduce((sum, one) => sum + one, 0)
  const counts = columns.map((column) => frame.columns[column]!.subarray(fromRow, toRow).filter(isValue).length)
  if (counts.every((count) => count === 0)) return { values: 'none', emptyRows }
  return { values: counts.every((count) => count === toRow - fromRow - emptyRows) ? 'all' : 'some', emptyRows }
}

function isValue(value: number): boolean {
  return !Number.isNaN(value)
}
