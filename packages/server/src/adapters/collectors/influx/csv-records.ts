/** Cells of CSV (RFC 4180), whose texts in quotes may go on in a next line; undefined for an empty line. */
export async function* readCsvRecords(lines: AsyncIterable<string>): AsyncGenerator<readonly string[] | undefined> {
  let held: string | undefined
  for await (const line of lines) {
    const text: string = held === undefined ? line : `${held}\n${line}`
    held = isOpen(text) ? text : undefined
    if (held === undefined) yield text === '' ? undefined : splitCells(text)
  }
  if (held !== undefined) yield splitCells(held)
}

/** Whether a quote has no end yet. */
function isOpen(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++
  return count % 2 === 1
}

function splitCells(text: string): string[] {
  if (!text.includes('"')) return text.split(',')
  return [...`,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}
