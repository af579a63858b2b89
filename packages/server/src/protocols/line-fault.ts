/**
 * Says why a line of NDJSON cannot be parsed. The parser counts lines within the text that it was given, one line of the body, so that only the
 * column is right.
 */
export function lineFault(error: unknown): string {
  const { message } = error as Error
  const text = message.replace(
    / at position (\d+)(?: \(line \d+ column \d+\))?$/,
    (_, at) => ` at column ${Number(at) + 1}`,
  )
  return `A line is not valid JSON: ${text}`
}
