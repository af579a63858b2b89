/** Words at one place that only one of two lists has: `a.slice(aFrom, aTo)` stands where the other has `b.slice(bFrom, bTo)`. */
export type Difference = { readonly aFrom: number; readonly aTo: number; readonly bFrom: number; readonly bTo: number }

/** Longer pairs of messages are not aligned. */
const mostCells = 4096

/** Where two lists of words differ when as many words as possible are paired; what differs is one where it would be too much work. */
export function alignWords(a: readonly string[], b: readonly string[]): Difference[] {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a[head] === b[head]) head++
  let tail = 0
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  const rows = a.length - tail - head
  const columns = b.length - tail - head
  if (rows === 0 && columns === 0) return []
  const whole = { aFrom: head, aTo: head + rows, bFrom: head, bTo: head + columns }
  if (rows === 0 || columns === 0 || rows * columns > mostCells) return [whole]
  return walk(a.slice(head, head + rows), b.slice(head, head + columns), head)
}

/** Room for the longest pair: a row and a column more than there are cells. */
const lengths = new Uint16Array(2 * mostCells + 2)

/** Longest common subsequence by dynamic programming, from the end, so that the walk goes from the beginning. */
function walk(a: readonly string[], b: readonly string[], offset: number): Difference[] {
  const width = b.length + 1
  lengths.fill(0, 0, (a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const below = lengths[(i + 1) * width + j] as number
      const right = lengths[i * width + j + 1] as number
      lengths[i * width + j] = a[i] === b[j] ? (lengths[(i + 1) * width + j + 1] as number) + 1 : Math.max(below, right)
    }
  }
  const found: Difference[] = []
  let [aFrom, bFrom, i, j] = [0, 0, 0, 0]
  const close = (): void => {
    if (i > aFrom || j > bFrom)
      found.push({ aFrom: aFrom + offset, aTo: i + offset, bFrom: bFrom + offset, bTo: j + offset })
  }
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      close()
      aFrom = ++i
      bFrom = ++j
    } else if ((lengths[(i + 1) * width + j] as number) >= (lengths[i * width + j + 1] as number)) i++
    else j++
  }
  i = a.length
  j = b.length
  close()
  return found
}
