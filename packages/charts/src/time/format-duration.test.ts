import { expect, it } from 'vitest'
import { formatDuration } from './format-duration.ts'

it.each([
  [340, '340 ms'],
  [45_000, '45 s'],
  [660_000, '11 min'],
  [602_000, '10 min'],
  [3_600_000, '1 h'],
  [7_500_000, '2 h 5 min'],
  [90_061_000, '1 day 1 h'],
  [273_600_000, '3 days 4 h'],
])('writes %d ms as %s', (ms, text) => {
  expect(formatDuration(ms, 'en-GB')).toBe(text)
})

it('writes Chinese', () => expect(formatDuration(4_320_000, 'zh-CN')).toBe('1 小时 12 分钟'))
