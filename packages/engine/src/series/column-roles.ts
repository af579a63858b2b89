import { onlyOrder, readTime } from './bad-time.ts'
import type { CsvDelimiter } from './csv-format.ts'
import type { LeftOutColumn } from './csv-report.ts'
import { type DateOrder, findDateOrders, isClock } from './parse-date.ts'
import { createNumberScan, findMark, type NumberScan, POINT, readNumber } from './scan-number.ts'

/** Names of a column of times, in any case: the first of these that a heading has, and that holds times, is used. */
export const TIME_NAMES: readonly string[] = [
  ...['timestamp', '@timestamp', 'datetime', 'date/time', 'time', '_time'],
  ...['ts', 'date', 'ds', 'zeit', 'datum'],
]
/** Names of a column that may hold the time of day beside one of dates. */
const CLOCK_NAMES: ReadonlySet<string> = new Set(['time', 'zeit', 'uhrzeit', 'clock', 'hora', 'heure', 'ora'])
/** A number in a column with another name is taken for a time only if its name has one of these. */
const TIME_HINT = /time|date|stamp|epoch|unix|clock|utc|zeit|datum|fecha|hora|heure|^ts|ts$|时间|日期/i
/** Names of a column that counts the rows; none at all is written by pandas. */
const INDEX_NAME = /^(?:index|idx|id|row|#|no\.?|nr\.?|unnamed: ?\d+|)$/i
const FEWEST_INDEX_ROWS = 3

/** The cells of the first rows, by row. */
type Cells = readonly (readonly string[])[]

/** The columns whose names are those of times, the most usual name first. */
export function findTimeColumns(names: readonly string[]): number[] {
  const called = names.map((name) => name.trim().toLowerCase())
  return TIME_NAMES.flatMap((time) => called.flatMap((name, index) => (name === time ? [index] : [])))
}

/** Where the times stand: in one column, or with the time of day in a second one. */
export type TimePlace = { timeIndex: number; clockIndex?: number }

/**
 * The column of times: by its name if at least half of its first cells are times, else the first column of nothing but times, else by its name alone.
 * Undefined if there is none. A heading that holds times itself is a row of a table without a heading, in which no column is chosen by its cells.
 */
export function findTimePlace(names: readonly string[], cells: Cells): TimePlace | undefined {
  const named = findTimeColumns(names)
  const pair = findPair(names, named, cells)
  if (pair !== undefined) return pair
  const timeIndex = named.find((index) => timeShare(cells, index) >= 0.5) ?? findByCells(names, cells) ?? named[0]
  return timeIndex === undefined ? undefined : { timeIndex }
}

function findPair(names: readonly string[], named: readonly number[], cells: Cells): TimePlace | undefined {
  const clockIndex = names.findIndex(
    (name, index) => CLOCK_NAMES.has(name.toLowerCase()) && everyCell(cells, index, isClock),
  )
  if (clockIndex < 0) return undefined
  const timeIndex = [...named, ...names.keys()].find((index) => everyCell(cells, index, isBareDate))
  return timeIndex === undefined ? undefined : { timeIndex, clockIndex }
}

function findByCells(names: readonly string[], cells: Cells): number | undefined {
  if (names.some(isTime)) return undefined
  const index = names.findIndex((name, k) =>
    everyCell(cells, k, TIME_HINT.test(name) ? isTime : (cell) => isTime(cell) && !isNumber(cell)),
  )
  return index < 0 ? undefined : index
}

/** The share of the cells that are not empty; 0 if all are. */
function timeShare(cells: Cells, index: number): number {
  const filled = cells.map((row) => row[index]!.trim()).filter((cell) => cell !== '')
  return filled.filter(isTime).length / Math.max(1, filled.length)
}

function everyCell(cells: Cells, index: number, test: (cell: string) => boolean): boolean {
  let filled = 0
  for (const row of cells) {
    const cell = row[index]!.trim()
    if (cell === '') continue
    if (!test(cell)) return false
    filled++
  }
  return filled > 0
}

function isTime(cell: string): boolean {
  return !('reason' in readTime(cell)) || (findDateOrders(cell)?.orders.length ?? 0) > 0
}

function isNumber(cell: string): boolean {
  return /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(cell)
}

function isBareDate(cell: string): boolean {
  return isTime(cell) && !isNumber(cell) && !/[:t]\d/i.test(cell)
}

/** Decides on the order of day and month from the dates of a column, one after the other. */
export type OrderFinder = {
  add(cell: string): void
  /** Undefined if the dates say their order themselves, or as long as more than one order fits. */
  readonly order: DateOrder | undefined
  /** More than one order fits the dates so far. */
  readonly isOpen: boolean
}

/** An order that does not fit one of the dates is left out, unless none would remain. */
export function createOrderFinder(): OrderFinder {
  let possible: readonly DateOrder[] | undefined
  let hasDots = false
  return {
    add(cell) {
      const found = findDateOrders(cell)
      if (found === undefined) return
      hasDots ||= found.hasDots
      const fitting = (possible ?? found.orders).filter((order) => found.orders.includes(order))
      if (fitting.length > 0) possible = fitting
    },
    get order() {
      return possible && onlyOrder(possible, hasDots)
    },
    get isOpen() {
      return possible !== undefined && onlyOrder(possible, hasDots) === undefined
    },
  }
}

/** What the first rows tell of the columns beside those of times. */
export type ColumnFacts = {
  leftOut: LeftOutColumn[]
  /** Columns of which all these rows are empty. */
  empty: ReadonlySet<number>
  scan: NumberScan
}

/** Whether a column with this heading is a series even if it holds only text. */
export type IsSeries = (heading: string) => boolean

/**
 * Finds the columns that are no series: those without a name, those that count the rows, and those of text. A column in which numbers are fewer than texts is
 * one of text, as each of these would cost its row, if another series remains. The scan knows the decimal mark of the rows.
 */
export function findLeftOut(
  names: readonly string[],
  cells: Cells,
  times: TimePlace,
  delimiter: CsvDelimiter,
  isSeries: IsSeries,
): ColumnFacts {
  const columns = [...names.keys()].filter((index) => index !== times.timeIndex && index !== times.clockIndex)
  const scan = learnMark(columns, cells, delimiter)
  const counts = new Map(columns.map((index) => [index, countCells(cells, index, scan)]))
  const causeOf = (index: number, isTextIf: (count: CellCount) => boolean): LeftOutColumn['cause'] | undefined => {
    if (INDEX_NAME.test(names[index]!) && countsRows(cells, index)) return 'index'
    if (names[index] === '') return 'unnamed'
    return isTextIf(counts.get(index)!) && !isSeries(names[index]!) ? 'text' : undefined
  }
  const find = (isTextIf: (count: CellCount) => boolean): LeftOutColumn[] =>
    columns.flatMap((index) => {
      const cause = causeOf(index, isTextIf)
      return cause === undefined ? [] : [{ column: index + 1, name: names[index]!, cause }]
    })
  const sure = find(({ numbers, texts }) => numbers === 0 && texts > 0)
  const likely = find(({ numbers, texts }) => numbers < texts)
  const empty = new Set(columns.filter((index) => counts.get(index)!.numbers + counts.get(index)!.texts === 0))
  return { leftOut: likely.length < columns.length ? likely : sure, empty, scan }
}

/** Whether a tenth of the rows have the time of another row, but another text in this column: each series has rows of its own. */
export function tellsRowsApart(cells: Cells, { timeIndex, clockIndex = timeIndex }: TimePlace, index: number): boolean {
  const texts = new Map<string, string>()
  let apart = 0
  for (const row of cells) {
    const time = `${row[timeIndex]} ${row[clockIndex]}`
    if ((texts.get(time) ?? row[index]!) !== row[index]) apart++
    texts.set(time, row[index]!)
  }
  return apart > MAX_REPEATED_SHARE * cells.length
}

/** A table of which more rows have the time of another row has a column of text that tells them apart. */
export const MAX_REPEATED_SHARE = 0.1

type CellCount = { numbers: number; texts: number }

function countCells(cells: Cells, index: number, scan: NumberScan): CellCount {
  const count = { numbers: 0, texts: 0 }
  for (const row of cells) {
    readNumber(row[index]!, scan)
    if (scan.status === 0) count.numbers++
    else if (scan.status !== 1) count.texts++
  }
  return count
}

function countsRows(cells: Cells, index: number): boolean {
  const first = Number(cells[0]?.[index])
  return (
    cells.length >= FEWEST_INDEX_ROWS && cells.every((row, k) => row[index] !== '' && Number(row[index]) === first + k)
  )
}

/** A scan with the mark of the first number that has only one reading; a comma that is no delimiter is one of thousands once there is a point. */
function learnMark(columns: readonly number[], cells: Cells, delimiter: CsvDelimiter): NumberScan {
  const scan = createNumberScan(delimiter)
  const texts = cells.flatMap((row) => columns.map((index) => row[index]!.trim()))
  if (!texts.some((text) => text.includes(',') || (delimiter !== 'comma' && text.includes('.')))) return scan
  const mark = texts.map(findMark).find((one) => one !== undefined && (delimiter !== 'comma' || one === POINT))
  if (mark === undefined) return scan
  Object.assign(scan, { mark, isMarkKnown: true, hasGroups: delimiter === 'comma' })
  for (const text of texts) readNumber(text, scan)
  return scan
}
