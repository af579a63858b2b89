import type { LivePoints } from '../../ports/point-store.ts'

export interface Conflicts {
  /** 0 for a point that has the series and time, but not the value, of an earlier one. */
  readonly isKept: Uint8Array
  readonly count: number
  /** Rows of the first conflict. */
  readonly kept: number
  readonly leftOut: number
}

/**
 * Points of a batch that would replace another point of it, of which the first is kept; undefined if there are none. The same value twice is a
 * repeat and no conflict; neither is one that is not a number.
 */
export function findConflicts({ series, times, values }: LivePoints): Conflicts | undefined {
  const length = times.length
  if (length < 2) return undefined
  const bits = Math.ceil(Math.log2(2 * length))
  // Row + 1 by series and time; 0 in a free slot
  const table = new Int32Array(2 ** bits)
  let isKept: Uint8Array | undefined
  let [count, kept, leftOut] = [0, 0, 0]
  for (let row = 0; row < length; row++) {
    const value = values[row]!
    if (!Number.isFinite(value)) continue
    const [number, time] = [series[row]!, times[row]!]
    let slot = hashOf(number, time) >>> (32 - bits)
    for (;;) {
      const other = table[slot]! - 1
      if (other < 0) {
        table[slot] = row + 1
        break
      }
      if (series[other] === number && times[other] === time) {
        if (values[other] === value) break
        isKept ??= new Uint8Array(length).fill(1)
        isKept[row] = 0
        if (count++ === 0) [kept, leftOut] = [other, row]
        break
      }
      slot = (slot + 1) & (table.length - 1)
    }
  }
  return isKept && { isKept, count, kept, leftOut }
}

/** Random, so that nobody can send points whose hashes meet. */
const factors = crypto.getRandomValues(new Uint32Array(2)).map((factor) => factor | 1)

function hashOf(series: number, time: number): number {
  return Math.imul(series, factors[0]!) + Math.imul(time % 2 ** 32, factors[1]!)
}
