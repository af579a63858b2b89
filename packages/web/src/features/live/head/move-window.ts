import type { Range } from '../../../lib/address/url-codecs.ts'

/** A time half its length earlier or later; null for one that nearly reaches the present: it moves on by itself. */
export const moved = ({ from, to }: Range, by: 1 | -1, now: number): Range | null => {
  const length = to - from
  const way = (by * length) / 2
  return to + way >= now - length / 10 ? null : { from: Math.round(from + way), to: Math.round(to + way) }
}
