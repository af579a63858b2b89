import { type CsvDelimiter, delimiterCharacters } from './csv-format.ts'
import { type CsvLimits, CsvProblem } from './csv-report.ts'
import type { SeriesKey } from './frame.ts'
import { parseSeriesName } from './series-name.ts'
import { splitQuoted } from './split-quoted.ts'
import { decodeUtf8 } from './utf8.ts'

/** The heading of a table: where the timestamp stands, and the series in the order of the other columns. */
export type CsvHeader = { delimiter: CsvDelimiter; timeIndex: number; names: string[]; series: SeriesKey[] }

/** Reads the heading in `bytes[from, to)`; the delimiter is the one that sets a field `timestamp`, or else `datetime`, apart. Throws CsvProblem, with the column, for one that cannot be used. */
export function readHeader(bytes: Uint8Array, from: number, to: number, line: number, limits: CsvLimits): CsvHeader {
  const text = decodeUtf8(bytes, from, to)
  if (text === undefined) throw new CsvProblem('NOT_UTF8', line, 0, 'the heading is not UTF-8 text')
  const delimiter = findDelimiter(text)
  const columns = countFields(text, delimiter)
  if (columns - 1 > limits.maxColumns)
    throw new CsvProblem(
      'TOO_MANY_COLUMNS',
      line,
      0,
      `${columns} columns; at most ${limits.maxColumns} series are read`,
      { count: columns, limit: limits.maxColumns },
    )
  const names = splitQuoted(text, delimiter)?.map((name) => name.trim())
  if (names === undefined)
    throw new CsvProblem('BAD_SERIES_NAME', line, 0, 'a quote in the heading is not closed', { cause: 'BAD_QUOTING' })
  const timeIndex =
    timeNames.map((time) => names.findIndex((name) => time.test(name))).find((index) => index >= 0) ?? -1
  if (timeIndex < 0) {
    const first = quoteSome(names)
    throw new CsvProblem('NO_TIMESTAMP_COLUMN', line, 0, `the columns are ${first.join(', ')}`, { names: first })
  }
  if (names.length < 2) throw new CsvProblem('TOO_FEW_COLUMNS', line, 0, 'there is no column beside the timestamp')
  return { delimiter, timeIndex, names, series: readNames(names, timeIndex, line) }
}

/** Column names that an error quotes, and characters of each. */
const quotedNames = 3
const quotedLetters = 40

/** The first names, each quoted and cut to a readable length; an ellipsis for the others. */
function quoteSome(names: readonly string[]): string[] {
  return [...names.slice(0, quotedNames).map(quoteStart), ...(names.length > quotedNames ? ['…'] : [])]
}

function quoteStart(name: string): string {
  const letters = [...name.slice(0, 2 * quotedLetters + 2)]
  return `'${letters.slice(0, quotedLetters).join('')}${letters.length > quotedLetters ? '…' : ''}'`
}

/** The first of them that is there is the time. */
const timeNames: readonly RegExp[] = [/^timestamp$/i, /^datetime$/i]

/** The time between one delimiter, or the edge of the heading, and the same delimiter. */
const delimiterShapes: readonly (readonly [CsvDelimiter, RegExp])[] = [
  ['comma', /(?:^|,)\s*"?(?:timestamp|datetime)"?\s*,|,\s*"?(?:timestamp|datetime)"?\s*$/i],
  ['semicolon', /(?:^|;)\s*"?(?:timestamp|datetime)"?\s*;|;\s*"?(?:timestamp|datetime)"?\s*$/i],
  ['tab', /(?:^|\t) *"?(?:timestamp|datetime)"? *\t|\t *"?(?:timestamp|datetime)"? *$/i],
]

function findDelimiter(heading: string): CsvDelimiter {
  return delimiterShapes.find(([, shape]) => shape.test(heading))?.[0] ?? 'comma'
}

function countFields(text: string, delimiter: CsvDelimiter): number {
  const character = delimiterCharacters[delimiter]
  let fields = 1
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) fields++
  return fields
}

function readNames(names: string[], timeIndex: number, line: number): SeriesKey[] {
  const seen = new Set<string>()
  const series: SeriesKey[] = []
  for (const [index, name] of names.entries()) {
    if (index === timeIndex) continue
    const key = readName(name, line, index + 1)
    if (isTooLong(key.id))
      throw new CsvProblem(
        'BAD_SERIES_NAME',
        line,
        index + 1,
        `the name ${quoteStart(key.id)} has more than ${longestName} characters`,
        { text: quoteStart(key.id), limit: longestName },
      )
    if (seen.has(key.id))
      throw new CsvProblem('DUPLICATE_SERIES', line, index + 1, `series '${key.id}' stands in two columns`, {
        text: quoteStart(key.id),
      })
    seen.add(key.id)
    series.push(key)
  }
  return series
}

/** In Unicode characters. Names stand in addresses, which are limited. */
const longestName = 500

function isTooLong(name: string): boolean {
  return name.length > longestName && [...name].length > longestName
}

function readName(name: string, line: number, column: number): SeriesKey {
  try {
    return parseSeriesName(name)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new CsvProblem('BAD_SERIES_NAME', line, column, cause.message, { text: quoteStart(name) })
  }
}
