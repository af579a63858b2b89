const mostPlaces = 50

/** Where a line has texts, in any case, and what expressions matched, in its order. */
export function highlight(line: string, texts: readonly string[], marks: readonly string[]): [number, number][] {
  const places: [number, number][] = []
  const lower = line.toLowerCase()
  const haystack = lower.length === line.length ? lower : line
  for (const text of texts) {
    const needle = haystack === line ? text : text.toLowerCase()
    if (needle === '') continue
    for (let at = haystack.indexOf(needle); at >= 0 && places.length < mostPlaces; ) {
      places.push([at, at + needle.length])
      at = haystack.indexOf(needle, at + needle.length)
    }
  }
  let from = 0
  for (const mark of marks) {
    if (mark === '') continue
    const again = line.indexOf(mark, from)
    // Those of several expressions follow each other, each from the beginning
    const at = again < 0 ? line.indexOf(mark) : again
    if (at < 0) continue
    places.push([at, at + mark.length])
    from = at + mark.length
  }
  return joinPlaces(places).slice(0, mostPlaces)
}

function joinPlaces(places: [number, number][]): [number, number][] {
  const joined: [number, number][] = []
  for (const [from, to] of places.sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
