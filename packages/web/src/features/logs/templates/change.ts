/** How often something came against what its baseline leads to expect. */
export type Change = { readonly kind: 'new' | 'gone' | 'same' } | { readonly kind: 'times'; readonly factor: number }

const MIN_FACTOR = 1.05

/** Null where there is no baseline. */
export function changeOf(count: number, expected: number | undefined): Change | null {
  if (expected === undefined) return null
  if (expected === 0) return { kind: count === 0 ? 'same' : 'new' }
  if (count === 0) return { kind: 'gone' }
  const factor = count / expected
  return factor < MIN_FACTOR && factor > 1 / MIN_FACTOR ? { kind: 'same' } : { kind: 'times', factor }
}
