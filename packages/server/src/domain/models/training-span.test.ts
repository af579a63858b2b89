import { expect, test } from 'vitest'
import { rowsTrained } from './training-span.ts'

const BYTES_A_VALUE = 45
const BYTES_A_ROW = 140

test.each([1, 2, 30, 1_000, 10_000])('a training of %i series stays below 600 MB by what was measured', (series) => {
  const rows = rowsTrained(series)
  expect(rows * series * BYTES_A_VALUE + rows * BYTES_A_ROW).toBeLessThan(600e6)
})
