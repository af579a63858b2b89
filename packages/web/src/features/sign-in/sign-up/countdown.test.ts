import { expect, it } from 'vitest'
import { secondsLeft } from './countdown.ts'
import { icodeField } from './sign-up-values.ts'

it('rounds seconds up', () => expect(secondsLeft(10_000, 8_500)).toBe(2))
it('ends at zero', () => {
  expect(secondsLeft(10_000, 10_000)).toBe(0)
  expect(secondsLeft(10_000, 99_000)).toBe(0)
})
it('sends no empty invitation code', () => {
  expect(icodeField('  ')).toEqual({})
  expect(icodeField(' AB12cd ')).toEqual({ icode: 'AB12cd' })
})
