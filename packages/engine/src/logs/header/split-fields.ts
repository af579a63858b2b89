import { type Field, kindOf } from './field.ts'

/** Characters that are searched for a closing bracket. */
const maxBracket = 400

/** Index behind the bracket that opens at `start`, or -1 when it does not close soon. */
function closeBracket(line: string, start: number): number {
  let depth = 0
  const stop = Math.min(line.length, start + maxBracket)
  for (let i = start; i < stop; i++) {
    const c = line.charCodeAt(i)
    if (c === 91) depth++
    else if (c === 93 && --depth === 0) return i + 1
  }
  return -1
}

const isBlank = (code: number): boolean => code === 32 || code === 9

/** Where the piece that begins at `start` ends: at a blank, or behind the balanced bracket that it opens. */
export function endOfField(line: string, start: number): number {
  if (line.charCodeAt(start) === 91) {
    const close = closeBracket(line, start)
    if (close > 0 && (close === line.length || isBlank(line.charCodeAt(close)))) return close
    if (close > 0 && line.charCodeAt(close) === 58) return close + 1
  }
  let i = start
  while (i < line.length && !isBlank(line.charCodeAt(i))) i++
  return i
}

/** The first index from `from` on that is no blank. */
export function skipBlanks(line: string, from: number): number {
  let i = from
  while (i < line.length && isBlank(line.charCodeAt(i))) i++
  return i
}

/** Cuts the beginning of a line into at most `limit` pieces at blanks; a balanced [bracket] is one piece. */
export function splitFields(line: string, limit: number): Field[] {
  const fields: Field[] = []
  let i = skipBlanks(line, 0)
  while (i < line.length && fields.length < limit) {
    const end = endOfField(line, i)
    const next = skipBlanks(line, end)
    fields.push({ kind: kindOf(line.slice(i, Math.min(end, i + maxBracket))), start: i, end, next })
    i = next
  }
  return fields
}
