/** Fields of one line by RFC 4180, quotes undone; undefined where a quote is not closed or text follows a closing quote. */
export function splitQuoted(line: string): string[] | undefined {
  const fields: string[] = []
  for (let at = 0; ; at++) {
    let start = at
    while (line[start] === ' ' || line[start] === '\t') start++
    const end = line[start] === '"' ? closingQuote(line, start) : commaFrom(line, at)
    if (end === undefined) return undefined
    if (line[start] === '"') {
      fields.push(line.slice(start + 1, end).replaceAll('""', '"'))
      at = commaFrom(line, end + 1)
      if (line.slice(end + 1, at).trim() !== '') return undefined
    } else {
      fields.push(line.slice(at, end))
      at = end
    }
    if (at >= line.length) return fields
  }
}

function commaFrom(line: string, from: number): number {
  const comma = line.indexOf(',', from)
  return comma < 0 ? line.length : comma
}

function closingQuote(line: string, open: number): number | undefined {
  for (let at = line.indexOf('"', open + 1); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return undefined
}
