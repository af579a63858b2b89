import { expect, it } from 'vitest'
import { formatHours } from './format-hours.ts'

it('adds up to hours, not to days', () => {
  const minute = 60_000
  const texts = [0, 34, 100, 1795, 15_000, 90_000].map((minutes) => formatHours(minutes * minute, 'en'))
  expect(texts).toEqual(['0 min', '34 min', '1 h 40 min', '29 h 55 min', '250 h', '1,500 h'])
  expect(formatHours(1795 * minute, 'zh-CN')).toBe('29 小时 55 分钟')
})
