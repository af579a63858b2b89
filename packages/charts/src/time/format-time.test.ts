import { describe, expect, it } from 'vitest'
import { formatTime } from './format-time.ts'

describe('formatTime', () => {
  it('counts hours from 00 to 23 in every language and zone', () => {
    const t = Date.UTC(2026, 10, 20, 23, 5, 9)
    expect(formatTime(t, 'minute', 'en-US', 'Europe/Berlin')).toBe('00:05')
    expect(formatTime(t, 'second', 'en-US', 'UTC')).toBe('23:05:09')
    expect(formatTime(t, 'weekday', 'zh-CN', 'Asia/Shanghai')).toBe('11月21日周六')
  })
})
