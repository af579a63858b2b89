import { CsvProblem } from './csv-report.ts'

/**
 * Looks at the first bytes of a file. Gives how many to skip: 3 for a UTF-8 byte order mark, else 0. Throws CsvProblem for
 * UTF-16 and UTF-32, recognised by their marks or by NUL bytes among the first four.
 */
export function skipByteOrderMark(bytes: Uint8Array): number {
  const [a = 1, b = 1, c = 1, d = 1] = bytes
  const isMarked = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)
  const isWide = (a !== 0 && b === 0 && c !== 0 && d === 0) || (a === 0 && b !== 0 && c === 0 && d !== 0)
  if (isMarked || isWide) throw new CsvProblem('NOT_UTF8', 1, 0, 'the file is UTF-16 or UTF-32 text; save it as UTF-8')
  return a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0
}
