/** Larger differences are shown as a whole: all lines removed, then all added. */
const mostCells = 4_000_000

/** What was changed from one text to another, line by line: each line after a space, or after - or + where it is only in the first or the second. */
export function differenceOf(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const [left, right] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)]
  const middle = left.length * right.length > mostCells ? [...removed(left), ...added(right)] : compare(left, right)
  return [...same(a.slice(0, head)), ...middle, ...same(a.slice(a.length - tail))].join('\n')
}

const same = (lines: readonly string[]): string[] => lines.map((line) => ` ${line}`)
const removed = (lines: readonly string[]): string[] => lines.map((line) => `-${line}`)
const added = (lines: readonly string[]): string[] => lines.map((line) => `+${line}`)

/** By the longest common subsequence. */
function compare(a: readonly string[], b: readonly string[]): string[] {
  const width = b.length + 1
  const longest = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? 1 + longest[(i + 1) * width + j + 1]!
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!)
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i++]}`)
      j++
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!))
      lines.push(`-${a[i++]}`)
    else lines.push(`+${b[j++]}`)
  }
  return lines
}
