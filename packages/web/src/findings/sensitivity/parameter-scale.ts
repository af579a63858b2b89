import { parametersOf } from '@omen/sdk/rules'

/**
 * pvalue on a slider, logarithmic in 1 − pvalue. Position s is −log10(1 − pvalue), so 0.9
 * is 1, 0.99 is 2, 0.999 is 3.
 */
export const PVALUE_POSITIONS = { min: 0.3, max: 4, step: 0.05 }

export const toPosition = (pvalue: number): number =>
  Math.min(PVALUE_POSITIONS.max, Math.max(PVALUE_POSITIONS.min, -Math.log10(Math.max(1 - pvalue, 1e-12))))

/** As many digits as the position needs: 0.9, 0.99, 0.9937. */
export const toPvalue = (position: number): number => {
  const digits = Math.ceil(position - 1e-9) + 1
  return Number((1 - 10 ** -position).toFixed(digits))
}

const { step: epsilonStep } = parametersOf('DBScan').pvalue

/** An epsilon of 0 is invalid, so the slider begins one step above it; values far beyond ten can be set only in the address. */
export const epsilonPositions = { min: epsilonStep, max: 10, step: epsilonStep }

export const cvaluePositions = (stored: number): { min: number; max: number; step: number } => ({
  min: 1,
  max: Math.min(parametersOf().cvalue.range.max, Math.max(30, stored * 2)),
  step: 1,
})
