import { expect, it } from 'vitest'
import { powerOfTwo } from './power-of-two.ts'

it('is the power to the last bit, the first time and the second, within the table and beyond it', () => {
  for (const _ of ['first', 'second'])
    for (let k = -4000; k <= 4000; k++) if (powerOfTwo(k) !== 2 ** (k / 32)) expect.fail(`2^(${k} / 32)`)
  expect(powerOfTwo(32)).toBe(2)
  expect(powerOfTwo(-40_000)).toBe(0)
  expect(powerOfTwo(40_000)).toBe(Number.POSITIVE_INFINITY)
})
