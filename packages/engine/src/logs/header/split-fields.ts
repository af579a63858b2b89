import { createUtf8Line } from '../utf8-line.ts'
import { type Field, kindOf } from './field.ts'

/** Bytes that are searched for a closing bracket, and characters of a field that are looked at. */
const MAX_BRACKET = 400

/** Index behind the bracket that opens at `start`, or -1 when it does not close soon. */
function closeBracket(bytes: Uint8Array, start: number, to: number): number {
  let depth = 0
  const stop = Math.min(to, start + MAX_BRACKET)
  for (let i = start; i < stop; i++) {
    const c = bytes[i]
    if (c === 91) depth++
    else if (c === 93 && --depth === 0) return i + 1
  }
  return -1
}

const isBlank = (code: number | undefined): boolean => code === 32 || code === 9

/** Where the piece that begins at `start` of a line that ends at `to` ends: at a blank, or behind the balanced bracket that it opens. */
export function endOfField(bytes: Uint8Array, start: number, to: number): number {
  if (bytes[start] === 91) {
    const close = closeBracket(bytes, start, to)
    if (close > 0 && (close === to || isBlank(bytes[close]))) return close
    if (close > 0 && bytes[close] === 58) return close + 1
  }
  let i = start
  while (i < to && !isBlank(bytes[i])) i++
  return i
}

/** The first index from `from` on that is no blank. */
export function skipBlanks(bytes: Uint8Array, from: number, to: number): number {
  let i = from
  while (i < to && isBlank(bytes[i])) i++
  return i
}

const utf8 = createUtf8Line()

/** Cuts the beginning of a line into at most `limit` pieces at blanks; a balanced [bracket] is one piece. */
export function splitFields(line: string, limit: number): Field[] {
  const fields: Field[] = []
  const to = utf8.put(line)
  const bytes = utf8.bytes()
  let at = skipBlanks(bytes, 0, to)
  let start = at
  while (at < to && fields.length < limit) {
    const stop = endOfField(bytes, at, to)
    const after = skipBlanks(bytes, stop, to)
    const end = start + utf8.countChars(at, stop)
    const next = end + after - stop
    fields.push({ kind: kindOf(line.slice(start, Math.min(end, start + MAX_BRACKET))), start, end, next })
    at = after
    start = next
  }
  return fields
}
