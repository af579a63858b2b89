import { type CsvDelimiter, DELIMITER_CHARACTERS } from './csv-format.ts'

/** Fields of one line by RFC 4180, quotes undone; undefined where a quote is not closed or text follows a closing quote. */
export function splitQuoted(line: string, delimiter: CsvDelimiter = 'comma'): string[] | undefined {
  const character = DELIMITER_CHARACTERS[delimiter]
  const fields: string[] = []
  for (let at = 0; ; at++) {
    let start = at
    while (line[start] !== character && (line[start] === ' ' || line[start] === '\t')) start++
    const end = line[start] === '"' ? closingQuote(line, start) : fieldEnd(line, at, character)
    if (end === undefined) return undefined
    if (line[start] === '"') {
      fields.push(line.slice(start + 1, end).replaceAll('""', '"'))
      at = fieldEnd(line, end + 1, character)
      if (line.slice(end + 1, at).trim() !== '') return undefined
    } else {
      fields.push(line.slice(at, end))
      at = end
    }
    if (at >= line.length) return fields
  }
}

function fieldEnd(line: string, from: number, delimiter: string): number {
  const end = line.indexOf(delimiter, from)
  return end < 0 ? line.length : end
}

function closingQuote(line: string, open: number): number | undefined {
  for (let at = line.indexOf('"', open + 1); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at
  }
  return undefined
}
