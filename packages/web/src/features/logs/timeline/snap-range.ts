import type { Range } from '../../../lib/address/url-codecs.ts'

/** The bars of a timeline. */
export interface Bars {
  readonly times: readonly number[]
  readonly bucketMs: number
}

/** From the start of one bar to the end of another, whichever comes first; the end is inclusive, as the API takes it. */
export function rangeOfBars({ times, bucketMs }: Bars, a: number, b: number): Range | null {
  const [first, last] = [times[Math.min(a, b)], times[Math.max(a, b)]]
  return first === undefined || last === undefined ? null : { from: first, to: last + bucketMs - 1 }
}

/** The bars that moments lie in, the whole of them. */
export function rangeOfMoments(bars: Bars, { from, to }: Range): Range | null {
  const barOf = (at: number) =>
    Math.max(
      0,
      bars.times.findLastIndex((time) => time <= at),
    )
  return rangeOfBars(bars, barOf(from), barOf(to))
}

const PAGE = 10

/** The bar that a key leads to; null for other keys. */
export function barOfKey(key: string, at: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageDown: at - PAGE,
    PageUp: at + PAGE,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? null : Math.max(0, Math.min(count - 1, next))
}
