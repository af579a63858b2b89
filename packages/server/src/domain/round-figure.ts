const DIGITS = 6

/** To six digits: scores are stored with seven, and a mean or a rate has seventeen, which would be most of an answer. */
export function roundFigure(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value
  const scale = 10 ** (DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))))
  const scaled = value * scale
  return Number.isFinite(scaled) ? Math.round(scaled) / scale : value
}
