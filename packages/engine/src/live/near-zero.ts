import type { DownPart } from '../detect/find-parts.ts'

/** A row of a series near zero: what was expected, and the smallest value that the expectation was learned from before. */
export type NearZeroRow = {
  seriesId: string
  value: number
  at: number
  usual: number
  spread: number
  min: number
}

/** A row by its number, and when it was. */
type RowTime = { row: number; time: number }

/** As in files (see `describeValues`): within 2 % of what is expected, and no further from zero than any value before. */
const FLOOR_SHARE = 0.02

/** Whether a value is near zero. A series that had values below zero never is. */
export function isNearZero({ value, usual, min }: Pick<NearZeroRow, 'value' | 'usual' | 'min'>): boolean {
  return min >= 0 && Math.abs(value) <= Math.min(min, FLOOR_SHARE * usual)
}

/** Whether a value is near zero of a series that never was. */
export function isNeverNearZero(row: Pick<NearZeroRow, 'value' | 'usual' | 'min'>): boolean {
  return isNearZero(row) && FLOOR_SHARE * row.usual < row.min
}

/**
 * Takes in a row of an instance of so many series: `rows` of those near zero, `values` how many had a value at all. An instance is near zero from
 * the first row on at which all of its values are and at least half of its series were never so near, until one is not. A row that lacks
 * values does not end it. Undefined where it is not near zero.
 */
export function takeNearZero(
  run: DownPart | undefined,
  {
    instance,
    members,
    rows,
    values,
  }: { instance: string; members: number; rows: readonly NearZeroRow[]; values: number },
  { row, time }: RowTime,
): DownPart | undefined {
  if (rows.length < values) return undefined
  if (run === undefined) return isTelling(rows, members) ? begin(instance, rows, { row, time }) : undefined
  if (values < run.series.length) return run
  const lowest = new Map(rows.map((one) => [one.seriesId, one]))
  return {
    ...run,
    end: time,
    toRow: row + 1,
    rows: row + 1 - run.fromRow,
    emptyRows: run.emptyRows + row - run.toRow,
    series: run.series.map((one) => {
      const found = lowest.get(one.seriesId)
      return found !== undefined && found.value < one.lowest ? { ...one, lowest: found.value, lowestAt: found.at } : one
    }),
  }
}

function isTelling(rows: readonly NearZeroRow[], members: number): boolean {
  const telling = rows.filter(({ usual, min }) => FLOOR_SHARE * usual < min).length
  return telling > 0 && 2 * telling >= members
}

function begin(instance: string, rows: readonly NearZeroRow[], { row, time }: RowTime): DownPart {
  return {
    start: time,
    end: time,
    fromRow: row,
    toRow: row + 1,
    rows: 1,
    instance,
    values: 'all',
    emptyRows: 0,
    series: rows.map(({ seriesId, value, at, usual, spread }) => ({
      seriesId,
      lowest: value,
      lowestAt: at,
      usual,
      spread,
    })),
  }
}
