import { expect, it } from 'vitest'
import { secondsLeft } from './countdown.ts'
import { givenIcode } from './sign-up-values.ts'

it('counts a begun second as a whole one', () => expect(secondsLeft(10_000, 8_500)).toBe(2))
it('ends at zero', () => {
  expect(secondsLeft(10_000, 10_000)).toBe(0)
  expect(secondsLeft(10_000, 99_000)).toBe(0)
})
it('sends no empty invitation code', () => {
  expect(givenIcode('  ')).toEqual({})
  expect(givenIcode(' AB12cd ')).toEqual({ icode: 'AB12cd' })
})
