import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.UTC(2026, 0, 1)

test.each([
  ['7', 7000],
  ['0.5', 500],
  [new Date(now + 60_000).toUTCString(), 60_000],
  [new Date(now - 60_000).toUTCString(), 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('reads %s', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms)
})
