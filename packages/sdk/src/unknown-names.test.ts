import { expect, it } from 'vitest'
import { unknownNames } from './unknown-names.ts'

it('names those that the server left out, whatever their case', () => {
  expect(unknownNames(['Alice1', 'nobody9'], ['alice1'])).toEqual(['nobody9'])
})
