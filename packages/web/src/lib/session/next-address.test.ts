import { describe, expect, it } from 'vitest'
import { loginAddress, nextAddress } from './next-address.ts'

describe('nextAddress', () => {
  it('returns to the previous address', () =>
    expect(nextAddress('/detections/7?pvalue=0.9')).toBe('/detections/7?pvalue=0.9'))
  it.each([null, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/login?next=/x'])(
    'goes to the start for %j',
    (next) => expect(nextAddress(next)).toBe('/'),
  )
})

describe('loginAddress', () => {
  it('remembers path and query', () => {
    expect(loginAddress({ pathname: '/models', search: '?q=a&page=2' })).toBe(
      '/login?next=%2Fmodels%3Fq%3Da%26page%3D2',
    )
  })
  it('remembers nothing for the start page', () => expect(loginAddress({ pathname: '/', search: '' })).toBe('/login'))
})
