/** Outline of a mark: its own colour, mixed towards dark so that pale severities keep an edge against the background. */
export function mixColors(color: string, other: string, share: number): string {
  const a = channels(color)
  const b = channels(other)
  if (!a || !b) return other
  return `rgb(${a.map((value, i) => Math.round(value + (b[i]! - value) * share)).join(', ')})`
}

/** Red, green and blue of `#rgb`, `#rrggbb` or `rgb(r, g, b)`; null for any other notation. */
export function channels(color: string): [number, number, number] | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color.trim())?.[1]
  if (hex) {
    const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as [number, number, number]
  }
  const parts = /^rgb\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)\s*\)$/i.exec(color.trim())
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : null
}

function luminance(color: string): number {
  const [r, g, b] = (channels(color) ?? [0, 0, 0]).map((value) => {
    const share = value / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours as WCAG 2 defines it, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
