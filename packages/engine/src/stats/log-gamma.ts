const HALF = 0.5 * Math.log(2 * Math.PI)
/** Source: Lanczos 1964, coefficients for g = 7. */
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** Natural logarithm of the gamma function for x > 0 (Lanczos 1964, g = 7; relative error below 1e-13). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const z = x - 1
  let sum = 0.99999999999980993
  for (let i = 0; i < LANCZOS.length; i++) sum += (LANCZOS[i] as number) / (z + i + 1)
  const t = z + LANCZOS.length - 0.5
  return HALF + (z + 0.5) * Math.log(t) - t + Math.log(sum)
}
