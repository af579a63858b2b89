import { describe, expect, it } from 'vitest'
import { benjaminiHochberg } from './benjamini-hochberg.ts'

describe('benjaminiHochberg', () => {
  it('by hand: p times count by rank, never above a larger one', () => {
    const adjusted = benjaminiHochberg([0.04, 0.01, 0.03, 0.5])
    // sorted 0.01*4/1, 0.03*4/2, 0.04*4/3, 0.5*4/4 = 0.04, 0.06, 0.0533, 0.5; the second falls to 0.0533
    expect(adjusted.map((p) => Number(p.toFixed(4)))).toEqual([0.0533, 0.04, 0.0533, 0.5])
  })

  it('leaves one probability as it is, and NaN out', () => {
    expect(benjaminiHochberg([0.02])).toEqual([0.02])
    expect(benjaminiHochberg([0.02, Number.NaN])).toEqual([0.02, Number.NaN])
    expect(benjaminiHochberg([])).toEqual([])
  })
})
