import type { Span } from './line-segments.ts'

/** What stands in a template where lines differ. */
export const PLACE = '<*>'

/**
 * Where the places of a template lie in a line that may have a header before its message; null for a line of another template. Each place
 * takes the shortest text up to what follows it, the last one the rest.
 */
export function templatePlaces(template: string, line: string): Span[] | null {
  const pieces = template.split(PLACE)
  const [head = '', ...rest] = pieces
  const constant = pieces.some((piece) => piece.trim() !== '')
  if (!constant) return null
  for (let start = line.indexOf(head); start >= 0; start = head === '' ? -1 : line.indexOf(head, start + 1)) {
    const places = placesFrom(rest, line, start + head.length)
    if (places !== null) return places
  }
  return null
}

function placesFrom(rest: readonly string[], line: string, from: number): Span[] | null {
  const places: Span[] = []
  let at = from
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    const end = piece !== '' ? line.indexOf(piece, at) : isLast ? line.length : at
    if (end < at) return null
    places.push([at, end])
    at = end + piece.length
  }
  return places
}
