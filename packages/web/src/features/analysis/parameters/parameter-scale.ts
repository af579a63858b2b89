/**
 * pvalue on a slider: what matters is 1 − pvalue, and that by its order of magnitude. Position s is −log10(1 − pvalue), so 0.9
 * is 1, 0.99 is 2, 0.999 is 3.
 */
export const pvaluePositions = { min: 0.3, max: 4, step: 0.05 }

export const toPosition = (pvalue: number): number =>
  Math.min(pvaluePositions.max, Math.max(pvaluePositions.min, -Math.log10(Math.max(1 - pvalue, 1e-12))))

/** As many digits as the position needs: 0.9, 0.99, 0.9937. */
export const toPvalue = (position: number): number => {
  const digits = Math.ceil(position - 1e-9) + 1
  return Number((1 - 10 ** -position).toFixed(digits))
}

export const epsilonPositions = { min: 0, max: 10, step: 0.1 }

export const cvaluePositions = (stored: number): { min: number; max: number; step: number } => ({
  min: 1,
  max: Math.min(1000, Math.max(30, stored * 2)),
  step: 1,
})
