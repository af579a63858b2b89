/** How often something came against what its baseline leads to expect. */
export type Change = { readonly kind: 'new' | 'gone' | 'same' } | { readonly kind: 'times'; readonly factor: number }

const minFactor = 1.05

/** Null where there is no baseline. */
export function changeOf(count: number, expected: number | undefined): Change | null {
  if (expected === undefined) return null
  if (expected === 0) return { kind: count === 0 ? 'same' : 'new' }
  if (count === 0) return { kind: 'gone' }
  const factor = count / expected
  return factor < minFactor && factor > 1 / minFactor ? { kind: 'same' } : { kind: 'times', factor }
}
