import type { Readable } from 'node:stream'
import { type Interval, readTime, splitQuoted } from '@omen/engine/series'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { nameOf, readBytes } from './read-bytes.ts'

/** An interval labelled as abnormal, both ends included, in epoch milliseconds; applies to all series if none is named. */
export interface LabelledWindow extends Interval {
  series?: string
  /** As it was written, "start to end". */
  label: string
}

/** Labelled windows by file; those under "" name no file. */
export interface LabelFile {
  name: string
  byFile: ReadonlyMap<string, readonly LabelledWindow[]>
}

const SHAPE =
  'Write {"folder/file.csv": [["2024-01-02 03:00", "2024-01-02 05:00"]]}, or a CSV with the columns file,start,end or start,end.'

/**
 * Reads labelled windows: JSON as NAB has it (an object of files), a list of windows, or CSV with the columns start and end
 * and, where they are needed, file and series. Throws a CliError with BAD_LABELS that names the line or the file.
 */
export async function readWindows(path: string, stdin: Readable): Promise<LabelFile> {
  const blocks: Buffer[] = []
  for await (const block of readBytes(path, stdin)) blocks.push(block)
  const text = Buffer.concat(blocks)
    .toString()
    .replace(/^\uFEFF/, '')
    .trim()
  const name = nameOf(path)
  const rows = /^[[{]/.test(text) ? rowsOfJson(name, text) : rowsOfCsv(name, text)
  const byFile = new Map<string, LabelledWindow[]>()
  for (const { file, window } of rows) {
    const windows = byFile.get(file) ?? []
    if (window) windows.push(window)
    byFile.set(file, windows)
  }
  return { name, byFile }
}

type Row = { file: string; window?: LabelledWindow }

function rowsOfJson(name: string, text: string): Row[] {
  let labels: unknown
  try {
    labels = JSON.parse(text)
  } catch (cause) {
    throw badLabels(name, `this is not JSON: ${(cause as Error).message}`)
  }
  const files: [string, unknown][] = Array.isArray(labels) ? [['', labels]] : Object.entries(labels as object)
  return files.flatMap(([file, windows]): Row[] => {
    const where = file === '' ? '' : `"${file}": `
    if (!Array.isArray(windows)) throw badLabels(name, `${where}a list of windows is missing`)
    if (windows.length === 0) return [{ file }]
    return windows.map((window) => rowOfJson(window, file, (reason) => badLabels(name, `${where}${reason}`)))
  })
}

/** `[start, end]`, or an object with start and end, or from and to, that may name file and series. */
function rowOfJson(given: unknown, listedUnder: string, fail: Fail): Row {
  const isPair = Array.isArray(given) && given.length === 2
  const {
    file = listedUnder,
    series,
    ...times
  } = (isPair ? { start: given[0], end: given[1] } : (given ?? {})) as WindowObject
  const { start = times.from, end = times.to } = times
  const window = makeWindow(String(start), String(end), fail)
  return { file, window: series === undefined ? window : { ...window, series } }
}

type Fail = (reason: string) => CliError
type WindowObject = Partial<Record<'file' | 'series' | 'start' | 'end' | 'from' | 'to', string>>

function rowsOfCsv(name: string, text: string): Row[] {
  let columns: string[] | undefined
  return text.split(/\r?\n/).flatMap((line, index): Row[] => {
    if (line.trim() === '') return []
    const fail = (reason: string): CliError => badLabels(name, `line ${index + 1}: ${reason}`, index + 1)
    const cells = splitQuoted(line)?.map((cell) => cell.trim())
    if (!cells) throw fail('a quote is not closed')
    if (columns === undefined) {
      const named = cells.map((cell) => cell.toLowerCase())
      const isHeading = named.includes('start') && named.includes('end')
      columns = isHeading ? named : ['file', 'start', 'end'].slice(-cells.length)
      if (isHeading) return []
    }
    const present = columns
    if (cells.length !== present.length || cells.length < 2) throw fail('these are not file,start,end or start,end')
    const cell = (column: string): string => cells[present.indexOf(column)] ?? ''
    const window = makeWindow(cell('start'), cell('end'), fail)
    return [{ file: cell('file'), window: { ...window, ...(cell('series') !== '' && { series: cell('series') }) } }]
  })
}

function makeWindow(start: string, end: string, fail: Fail): LabelledWindow {
  const [from, to] = [start, end].map((text) => {
    const time = readTime(text)
    if ('reason' in time) throw fail(time.reason)
    return time.ms
  })
  if (to! < from!) throw fail('the end lies before the start')
  return { start: from!, end: to!, label: `${start} to ${end}` }
}

function badLabels(name: string, reason: string, line?: number): CliError {
  const details = line === undefined ? [] : [{ line, message: reason }]
  return new CliError(`${name}: ${reason}`, { code: 'BAD_LABELS', exit: EXIT_CODE.failed, hint: SHAPE, details })
}
