import { findTimeReader } from '@omen/engine/logs'

/** With a zone it is sent as it stands: it may have nanoseconds. */
const exactTime = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d))[\] ]/
/** Characters of a line in which its time is looked for. */
const headerLength = 80
/** Lines by which the form of their times is found. */
const sampleLines = 200
const dayMs = 86_400_000

/**
 * Log lines as the server takes them: a JSON object as it is, a text with the time that it begins with, in the form that most
 * lines have: without a zone in UTC, without a year the last one that it may be. Where most lines have a time, a text without
 * belongs to the line before; else it has that of its reading.
 */
export function createLogLineReader(now: () => number): (lines: readonly string[]) => object[] {
  let readTime: ReturnType<typeof findTimeReader>
  let last: number | string | undefined
  const timeOf = (line: string): number | string | undefined => {
    const exact = exactTime.exec(line)?.[1]
    if (exact !== undefined) return exact
    const time = readTime?.(line.slice(0, headerLength)) ?? Number.NaN
    if (Number.isNaN(time)) return undefined
    const isNextYear = time > now() + dayMs
    return isNextYear ? new Date(time).setUTCFullYear(new Date(time).getUTCFullYear() - 1) : time
  }
  return (lines) => {
    const read = lines.map((line) => ({ line, object: readObject(line) }))
    const texts = read.filter(({ object }) => object === undefined).slice(0, sampleLines)
    const headers = texts.map(({ line }) => line.slice(0, headerLength))
    readTime ??= findTimeReader(headers, new Date(now()).getUTCFullYear())
    return read.map(({ line, object }) => {
      if (object !== undefined) return object
      const time = timeOf(line)
      if (readTime !== undefined) last = time ?? last
      return { line, time: time ?? last ?? now() }
    })
  }
}

function readObject(line: string): object | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(line) as object
  } catch {
    return undefined
  }
}
