import type { Arena } from '../stats/arena.ts'
import type { BitReader } from '../stats/bit-reader.ts'
import type { BitWriter } from '../stats/bit-writer.ts'
import { readValues, writeValues } from '../stats/packed-values.ts'

/** The last 64 values. */
export type RecentValues = {
  readonly count: number
  push(value: number): void
  /** Mean of the last `k` values, or of as many as there are. */
  mean(k: number): number
  /** Their variance, about their mean. */
  variance(k: number): number
  /**
   * Packs the last `k` values, as differences to what is known of those so many before the last one; `unpack` is the store that has seen no others
   * lately.
   */
  pack(out: BitWriter, k: number, known: (back: number) => number): void
  unpack(from: BitReader, known: (back: number) => number): void
}

const CAPACITY = 64
const PLACES = CAPACITY - 1
/** The bits of the largest difference, which is half a step of 256 to the range. Fitted by measured time and memory. */
const PACKED_BITS = 16

/** An empty store whose state lies in `arena`. */
export function createRecentValues(arena: Arena): RecentValues {
  const state = arena.f64(1)
  const values = arena.f64(CAPACITY)
  const kept = new Float64Array(CAPACITY)
  const mean = (k: number): number => {
    const end = state[0]!
    const count = Math.min(k, end)
    let sum = 0
    for (let back = 1; back <= count; back++) sum += values[(end - back) & PLACES]!
    return sum / count
  }
  return {
    get count() {
      return state[0]!
    },
    push(value) {
      values[state[0]! & PLACES] = value
      state[0]! += 1
    },
    mean,
    variance(k) {
      const end = state[0]!
      const count = Math.min(k, end)
      const center = mean(k)
      let sum = 0
      for (let back = 1; back <= count; back++) {
        const off = values[(end - back) & PLACES]! - center
        sum += off * off
      }
      return sum / count
    },
    pack(out, k, known) {
      const end = state[0]!
      const count = Math.min(k, end)
      out.count(end)
      for (let at = 0; at < count; at++) {
        const back = count - 1 - at
        kept[at] = values[(end - 1 - back) & PLACES]! - known(back)
      }
      writeValues(out, kept, count, { bits: PACKED_BITS })
    },
    unpack(from, known) {
      const end = from.count()
      const count = readValues(from, kept)
      state[0] = end
      for (let back = 0; back < count; back++) values[(end - 1 - back) & PLACES] = known(back) + kept[count - 1 - back]!
    },
  }
}
