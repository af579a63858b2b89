export interface Dot {
  x: number
  y: number
  color: string
}

const px = (value: number) => Math.round(value * 10) / 10

/** Dots as zero-length strokes (round caps make them discs), joined into one path per colour. */
export function dotPaths(dots: readonly Dot[]): { color: string; d: string }[] {
  const byColor = new Map<string, string>()
  for (const { x, y, color } of dots) byColor.set(color, `${byColor.get(color) ?? ''}M${px(x)},${px(y)}h0`)
  return [...byColor].map(([color, d]) => ({ color, d }))
}
