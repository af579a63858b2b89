/** A JSON object that ends with a list, each element of it on a line of its own, so that one changed figure is one changed line. */
export function jsonWithRows(head: object, name: string, rows: readonly object[]): string {
  const opening = JSON.stringify({ ...head, [name]: [] }).slice(0, -2)
  return rows.length === 0 ? `${opening}]}` : `${opening}\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}`
}
