import type { Readable } from 'node:stream'
import { type Interval, parseTimestamp, splitQuoted } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { nameOf, readBytes } from './read-bytes.ts'

/** A stretch that is known to be abnormal, both ends included, in epoch milliseconds; of all series where none is named. */
export interface LabelledWindow extends Interval {
  series?: string
  /** As it was written, "start to end". */
  said: string
}

/** Labelled windows by the file that they are in; those under "" name none. */
export interface WindowBook {
  name: string
  byFile: ReadonlyMap<string, readonly LabelledWindow[]>
}

const shape =
  'Write {"folder/file.csv": [["2024-01-02 03:00", "2024-01-02 05:00"]]}, or a CSV with the columns file,start,end or start,end.'

/**
 * Reads labelled windows: JSON as NAB has it (an object of files, or a list for one file), or CSV with the columns start and end
 * and, where they are needed, file and series. Throws a CliError with BAD_LABELS that names the line or the file.
 */
export async function readWindows(path: string, stdin: Readable): Promise<WindowBook> {
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
    return windows.map((window): Row => {
      const [start, end] = Array.isArray(window) && window.length === 2 ? window : []
      return { file, window: makeWindow(String(start), String(end), (reason) => badLabels(name, `${where}${reason}`)) }
    })
  })
}

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
    const known = columns
    if (cells.length !== known.length || cells.length < 2) throw fail('these are not file,start,end or start,end')
    const cell = (column: string): string => cells[known.indexOf(column)] ?? ''
    const window = makeWindow(cell('start'), cell('end'), fail)
    return [{ file: cell('file'), window: { ...window, ...(cell('series') !== '' && { series: cell('series') }) } }]
  })
}

function makeWindow(start: string, end: string, fail: (reason: string) => CliError): LabelledWindow {
  const [from, to] = [start, end].map((text) => {
    const time = parseTimestamp(text)
    if (!time) throw fail(`'${text.slice(0, 40)}' is not epoch ms, epoch s or ISO 8601`)
    return time.ms
  })
  if (to! < from!) throw fail('the end lies before the start')
  return { start: from!, end: to!, said: `${start} to ${end}` }
}

function badLabels(name: string, reason: string, line?: number): CliError {
  const details = line === undefined ? [] : [{ line, message: reason }]
  return new CliError(`${name}: ${reason}`, { code: 'BAD_LABELS', exit: exitCode.failed, hint: shape, details })
}
