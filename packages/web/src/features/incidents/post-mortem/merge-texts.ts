import { matchLines } from './line-diff.ts'

export interface MergedText {
  text: string
  /** Where both changed the same lines, those of both are kept, theirs first. */
  hasBoth: boolean
}

/** Two texts that were made from one, joined so that nothing of either is lost. */
export const mergeTexts = (base: string, mine: string, theirs: string): MergedText => {
  const [from, own, other] = [base.split('\n'), mine.split('\n'), theirs.split('\n')]
  const [inOwn, inOther] = [matchLines(from, own), matchLines(from, other)]
  const merged: string[] = []
  let hasBoth = false
  let [a, b, c] = [0, 0, 0]
  const join = (toA: number, toB: number, toC: number) => {
    const [was, left, right] = [from.slice(a, toA), own.slice(b, toB), other.slice(c, toC)]
    if (isSame(left, was) || isSame(left, right)) merged.push(...right)
    else if (isSame(right, was)) merged.push(...left)
    else {
      hasBoth ||= left.length > 0 && right.length > 0
      merged.push(...right, ...left)
    }
  }
  for (const [index, line] of from.entries()) {
    const [left, right] = [inOwn[index] ?? -1, inOther[index] ?? -1]
    if (left < 0 || right < 0) continue
    join(index, left, right)
    merged.push(line)
    ;[a, b, c] = [index + 1, left + 1, right + 1]
  }
  join(from.length, own.length, other.length)
  return { text: merged.join('\n'), hasBoth }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index])
