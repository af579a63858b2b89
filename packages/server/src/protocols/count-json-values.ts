import type { BatchCount } from './batch-count.ts'

const [quote, backslash, lineFeed, comma, openList, openObject] = [34, 92, 10, 44, 91, 123]

/**
 * Counts the values of JSON, or of lines of JSON, before they are parsed: two bytes make a value that takes fifty in memory. What is not
 * valid JSON is found by the parser.
 */
export function countJsonValues(body: Uint8Array, count: BatchCount): void {
  let values = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) at = endOfText(body, at)
    else if (byte === comma || byte === openList || byte === openObject) values++
    if (values === VALUES_AT_ONCE || at >= body.length - 1) {
      count.addValues(values)
      values = 0
    }
  }
}

const VALUES_AT_ONCE = 1024

/** The index at which a text ends: at its quote, or at the end of the line. */
function endOfText(body: Uint8Array, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote || byte === lineFeed) return at
    // Escaped or not, a line feed ends the line for the parser
    if (byte === backslash && body[at + 1] !== lineFeed) at++
  }
  return body.length
}
