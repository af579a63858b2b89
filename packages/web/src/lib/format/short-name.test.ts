import { expect, it } from 'vitest'
import { shortName } from './short-name.ts'

it('keeps a name that is short, and both ends of a long one', () => {
  expect(shortName('a'.repeat(40))).toBe('a'.repeat(40))
  const short = shortName(`shop-${'x'.repeat(85)}-eu-west-1`)
  expect(short).toMatch(/^shop-x+…-eu-west-1$/)
  expect(short).toHaveLength(40)
})
