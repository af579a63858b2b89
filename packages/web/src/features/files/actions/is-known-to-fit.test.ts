import { describe, expect, it } from 'vitest'
import { isKnownToFit } from './is-known-to-fit.ts'

const columns = (...ids: string[]) => ids.map((seriesId) => ({ seriesId, metric: seriesId, instance: '' }))

describe('isKnownToFit', () => {
  it('needs every series of the model in the file, which may have more', () => {
    expect(isKnownToFit({ series: columns('a', 'b') }, { columns: columns('b', 'c', 'a') })).toBe(true)
    expect(isKnownToFit({ series: columns('a', 'b') }, { columns: columns('a', 'c') })).toBe(false)
  })

  it('is false while the series of either are not known', () => {
    expect(isKnownToFit({}, { columns: columns('a') })).toBe(false)
    expect(isKnownToFit({ series: columns('a') }, undefined)).toBe(false)
  })

  it('is false for a model with more series than are listed', () => {
    const live = { version: 1, state: 'ready', live: true, createdAt: 0, seriesCount: 501 } as const
    expect(isKnownToFit({ series: columns('a'), live }, { columns: columns('a') })).toBe(false)
  })
})
