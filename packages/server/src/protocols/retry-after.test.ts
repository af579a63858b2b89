import { describe, expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

describe('retryAfterMs', () => {
  test.each([
    ['120', 120_000],
    ['0.5', 500],
    ['Thu, 01 Jan 1970 00:01:00 GMT', 59_000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
  ])('%s', (text, expected) => {
    expect(retryAfterMs(new Headers({ 'retry-after': text }), 1000)).toBe(expected)
  })
})
