const BARS = '▁▂▃▄▅▆▇█'

/**
 * A series as a line of bars, `width` at most: each bar the most extreme value of its bucket, a gap where nothing was measured.
 * Takes severities from 0 to `top`, signed or not: the magnitude counts.
 */
export function sparkline(values: readonly (number | null)[], width: number, top = 10): string {
  const length = Math.min(width, values.length)
  let line = ''
  for (let bar = 0; bar < length; bar++) {
    const from = Math.floor((bar * values.length) / length)
    const bucket = values.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * values.length) / length)))
    line += barOf(bucket, top)
  }
  return line
}

function barOf(bucket: readonly (number | null)[], top: number): string {
  const sizes = bucket.flatMap((value) => (value === null ? [] : [Math.abs(value)]))
  if (sizes.length === 0) return ' '
  const share = Math.min(1, Math.max(...sizes) / top)
  return BARS[Math.min(BARS.length - 1, Math.floor(share * BARS.length))]!
}
