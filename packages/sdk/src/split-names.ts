/** Of a request's head, Node takes 16 KiB, many proxies 8: of it, names may take this, percent-encoded. */
const MAX_CHARACTERS = 6_000

/** Splits names for a query into as few lists as keep each request's address short enough, at least one; a single name is never split. */
export function splitNames(names: readonly string[], parameter: string): string[][] {
  const parts: string[][] = [[]]
  let characters = 0
  for (const name of names) {
    const own = encodeURIComponent(name).length + parameter.length + 2
    if (characters > 0 && characters + own > MAX_CHARACTERS) {
      parts.push([])
      characters = 0
    }
    parts.at(-1)!.push(name)
    characters += own
  }
  return parts
}
