import type { Draft } from './draft.ts'

/** Numbers that are equal, but for hash collisions, where two drafts agree in every column but one, or but two. */
export type ColumnKeys = { without(row: number, column: number, other?: number): number }

/** Sums of hashes a column, so that leaving one out is a subtraction instead of a new text. */
export function createColumnKeys(drafts: readonly Draft[]): ColumnKeys {
  const ids = new Map<string, number>()
  const width = drafts[0]?.words.length ?? 0
  const low = new Int32Array(drafts.length * width)
  const high = new Int32Array(drafts.length * width)
  const sums = new Int32Array(drafts.length * 2)
  drafts.forEach((draft, row) => {
    draft.words.forEach((word, column) => {
      const id = ids.get(word) ?? ids.size + 1
      ids.set(word, id)
      const at = row * width + column
      low[at] = scramble(Math.imul(id, 0x9e3779b1) + Math.imul(column, 0x85ebca6b))
      high[at] = scramble(Math.imul(id, 0xc2b2ae35) + Math.imul(column, 0x27d4eb2f) + 1)
      sums[row * 2] = (sums[row * 2] as number) + (low[at] as number)
      sums[row * 2 + 1] = (sums[row * 2 + 1] as number) + (high[at] as number)
    })
  })
  return {
    without(row, column, other) {
      const at = row * width + column
      let a = (sums[row * 2] as number) - (low[at] as number)
      let b = (sums[row * 2 + 1] as number) - (high[at] as number)
      if (other !== undefined) {
        a -= low[row * width + other] as number
        b -= high[row * width + other] as number
      }
      return (a >>> 0) * 0x200000 + (b >>> 11)
    },
  }
}

function scramble(value: number): number {
  let x = value | 0
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d)
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b)
  return x ^ (x >>> 16)
}
