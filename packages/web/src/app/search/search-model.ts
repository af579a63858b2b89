export interface Hit {
  id: string
  kind: 'screens' | 'projects' | 'models' | 'files' | 'detections' | 'incidents'
  title: string
  /** Distinguishes two hits of the same name. */
  note?: string
  path: string
}

/** Whether every word of the query occurs in the text, ignoring case. */
export const matchesQuery = (text: string, query: string): boolean => {
  const low = text.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word))
}

/** Those whose title begins with the query come first within their kind. */
export const rankHits = (hits: readonly Hit[], query: string): Hit[] => {
  const low = query.trim().toLocaleLowerCase()
  const begins = (hit: Hit) => (hit.title.toLocaleLowerCase().startsWith(low) ? 0 : 1)
  const kinds = ['screens', 'incidents', 'projects', 'models', 'files', 'detections']
  return [...hits].sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || begins(a) - begins(b))
}

/** The next index in a list navigated with the arrow keys; it wraps. */
export const stepIndex = (index: number, step: number, count: number): number =>
  count === 0 ? 0 : (index + step + count) % count
