import { expect, it } from 'vitest'
import { detailMessage } from './detail-message.ts'

it('says in Chinese what a refused file, a model that does not fit and a used-up quota name', () => {
  const inChinese = (code: string, values: Parameters<typeof detailMessage>[1]['values']) =>
    detailMessage(code, { message: 'English', ...(values && { values }) }, 'zh-CN')
  expect(inChinese('NO_TIMESTAMP_COLUMN', { names: ["'a'", "'b'", '…'] })).toBe("各列为 'a'、'b'、…")
  expect(inChinese('TEXT_COLUMN', { text: 'host' })).toBe('列“host”只有文本，没有数字')
  expect(inChinese('NO_GOOD_ROWS', { cause: 'BAD_NUMBER', text: 'x' })).toBe('没有可读取的行：“x”不是数字')
  expect(inChinese('BAD_HEADER', { text: "'a'", limit: 500 })).toBe("列名 'a' 超过 500 个字符")
  expect(inChinese('BAD_INTERVALS', { text: 'noon' })).toBe('“noon”不是时间')
  expect(inChinese('SERIES_MISMATCH', { missingIn: 'file' })).toBe('模型中有，文件中没有')
  expect(inChinese('TOO_MANY_COLUMNS', { count: 12_001, limit: 10_000 })).toBe('有 12,001 列，最多读取 10,000 个序列')
  expect(inChinese('STORAGE_QUOTA_EXCEEDED', { count: 5, limit: 9 })).toBe('已使用 5 字节，共 9 字节')
})

it('keeps the detail of the server in English, and where it names nothing that is known', () => {
  expect(detailMessage('TEXT_COLUMN', { message: 'English', values: { text: 'host' } }, 'en')).toBe('English')
  expect(detailMessage('TEXT_COLUMN', { message: 'English' }, 'zh-CN')).toBe('English')
  expect(detailMessage('INTERNAL', { message: 'English', values: { count: 1 } }, 'zh-CN')).toBe('English')
})
