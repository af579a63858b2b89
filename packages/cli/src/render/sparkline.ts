const bars = '▁▂▃▄▅▆▇█'

/**
 * A series as a line of bars, `width` at most: each bar the most extreme of its stretch, a gap where nothing was measured.
 * Severities (0 to `top`) and signed ones alike: the size counts.
 */
export function sparkline(values: readonly (number | null)[], width: number, top = 10): string {
  const length = Math.min(width, values.length)
  let line = ''
  for (let bar = 0; bar < length; bar++) {
    const from = Math.floor((bar * values.length) / length)
    const stretch = values.slice(from, Math.max(from + 1, Math.floor(((bar + 1) * values.length) / length)))
    line += barOf(stretch, top)
  }
  return line
}

function barOf(stretch: readonly (number | null)[], top: number): string {
  const sizes = stretch.flatMap((value) => (value === null ? [] : [Math.abs(value)]))
  if (sizes.length === 0) return ' '
  const share = Math.min(1, Math.max(...sizes) / top)
  return bars[Math.min(bars.length - 1, Math.floor(share * bars.length))]!
}
