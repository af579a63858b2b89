import { expect, it } from 'vitest'
import { calibrationAt } from './calibration-at.ts'

const points = [0.1, 0.01, 0.001].map((nominal) => ({ nominal, observed: nominal * 0.8, samples: 100 }))

it('takes the exact point', () => expect(calibrationAt({ points }, 0.01)?.observed).toBeCloseTo(0.008))
it('takes the nearest by order of magnitude', () => expect(calibrationAt({ points }, 0.002)?.nominal).toBe(0.001))
it('is null where none was measured near, as for a pvalue of 0', () => {
  expect(calibrationAt({ points }, 1)).toBeNull()
  expect(calibrationAt({ points }, 1e-5)).toBeNull()
})
it('is null where nothing was measured', () => {
  expect(calibrationAt(undefined, 0.01)).toBeNull()
  expect(calibrationAt({ points: [] }, 0.01)).toBeNull()
})
