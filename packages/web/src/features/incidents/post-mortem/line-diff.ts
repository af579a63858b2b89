/** A line that both texts have, that only the first has, or only the second. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** How far two texts are compared line by line; beyond it all that differs counts as replaced. */
const MAX_CELLS = 4_000_000

/** For each line of the first text its place in the second, or -1: the longest sequence that both have. */
export const matchLines = (first: readonly string[], second: readonly string[]): Int32Array => {
  const matches = new Int32Array(first.length).fill(-1)
  let start = 0
  while (start < first.length && start < second.length && first[start] === second[start]) matches[start] = start++
  let [end, otherEnd] = [first.length, second.length]
  while (end > start && otherEnd > start && first[end - 1] === second[otherEnd - 1]) matches[--end] = --otherEnd
  const [rows, columns] = [end - start, otherEnd - start]
  if (rows * columns === 0 || rows * columns > MAX_CELLS) return matches
  const width = columns + 1
  const longest = new Uint16Array((rows + 1) * width)
  const at = (row: number, column: number) => longest[row * width + column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      longest[row * width + column] =
        first[start + row] === second[start + column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (first[start + row] === second[start + column]) matches[start + row++] = start + column++
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return matches
}

/** What has to be done to the lines of one text to get another. */
export const diffLines = (before: string, after: string): DiffLine[] => {
  const [first, second] = [before.split('\n'), after.split('\n')]
  const lines: DiffLine[] = []
  let next = 0
  const add = (until: number) => {
    while (next < until) lines.push({ kind: 'added', text: second[next++] ?? '' })
  }
  for (const [index, match] of matchLines(first, second).entries()) {
    const text = first[index] ?? ''
    if (match < 0) lines.push({ kind: 'removed', text })
    else {
      add(match)
      lines.push({ kind: 'same', text })
      next = match + 1
    }
  }
  add(second.length)
  return lines
}
