import { describe, expect, it } from 'vitest'
import { cleanFileName, decodeFileName } from './file-name.ts'

describe('cleanFileName', () => {
  it.each([
    ['day.csv', 'day.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\data\\day.csv', 'day.csv'],
    ['..', 'unnamed'],
    ['', 'unnamed'],
    ['a\u0000b\nc.csv', 'abc.csv'],
    ['日志 数据.csv', '日志 数据.csv'],
  ])('makes %j into %j', (given, wanted) => {
    expect(cleanFileName(given)).toBe(wanted)
  })

  it('keeps 255 characters, never half of one', () => {
    expect(Array.from(cleanFileName('😀'.repeat(300)))).toHaveLength(255)
  })
})

describe('decodeFileName', () => {
  it('reads percent-encoded UTF-8', () => {
    expect(decodeFileName('%E6%97%A5.csv')).toBe('日.csv')
  })

  it('refuses what is not', () => {
    expect(() => decodeFileName('%E6%97')).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
  })
})
