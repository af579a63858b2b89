import { expect, test } from 'vitest'
import { providerText } from './provider-text.ts'

test('leaves out secrets, however often they are repeated', () => {
  expect(providerText('key s3cret is wrong: s3cret', ['s3cret', ''])).toBe('key … is wrong: …')
})

test('is one line of at most 500 characters', () => {
  expect(providerText(' a\n  b ', [])).toBe('a b')
  expect(providerText('x'.repeat(501), [])).toBe(`${'x'.repeat(500)}…`)
})

test('is undefined for nothing', () => {
  expect(providerText(' \n', [])).toBeUndefined()
})
