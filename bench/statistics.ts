/** The value below which a share of the sorted values lies (nearest rank); throws for no values. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('no values')
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}
