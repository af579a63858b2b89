const leadingTime = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d))[\] ]/

/** A log line as the server takes it: a JSON object as it is, a text with the time that it begins with, or else `readAt`. */
export function toLogLine(line: string, readAt: number): object {
  return readObject(line) ?? { line, time: leadingTime.exec(line)?.[1] ?? readAt }
}

function readObject(line: string): object | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(line) as object
  } catch {
    return undefined
  }
}
