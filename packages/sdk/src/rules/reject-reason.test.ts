import { expect, it } from 'vitest'
import { rejectReason } from './reject-reason.ts'

const REJECT = { line: 3, column: 2, code: 'BAD_NUMBER', reason: "'x' is not a number", values: { text: 'x' } }

it('says the reason of the server in English', () => expect(rejectReason(REJECT, 'en')).toBe("'x' is not a number"))

it('says in Chinese what is wrong and what it names', () => {
  const inChinese = (code: string, values: typeof REJECT.values | object) =>
    rejectReason({ ...REJECT, code, values }, 'zh-CN')
  expect(inChinese('BAD_NUMBER', { text: 'x' })).toBe('“x”不是数字')
  expect(inChinese('BAD_NUMBER', { text: '1,5', mark: 'comma' })).toBe('“1,5”用小数逗号，而前面的数字用小数点')
  expect(inChinese('NOT_FINITE', { text: 'Infinity' })).toBe('“Infinity”不是有限的数字')
  expect(inChinese('BAD_TIMESTAMP', { text: 'noon' })).toBe(
    '“noon”不是时间；可读取 1990 年至 2099 年的 ISO 8601 时间，28.11.2026 14:05、11/28/2026 2:05 PM 或 28 Nov 2026 14:05 这样的日期，以及秒、毫秒、微秒或纳秒时间戳',
  )
  expect(inChinese('BAD_TIMESTAMP', { text: '1/2/2026', looksLike: 'dayOrMonth' })).toContain(
    '“1/2/2026”无法确定哪个数字是日、哪个是月',
  )
  expect(inChinese('BAD_TIMESTAMP', { text: '46314.5', looksLike: 'dayNumber' })).toContain(
    '“46314.5”像是电子表格的日期序号：请将该列导出为日期和时间',
  )
  expect(inChinese('BAD_TIMESTAMP', { unit: 's', unitBefore: 'ms' })).toBe('时间写作秒时间戳，而前面的写作毫秒时间戳')
  expect(inChinese('FIELD_COUNT', { fields: 4, expected: 3 })).toBe('有 4 个字段，表头有 3 个')
  expect(inChinese('BAD_UTF8', {})).toBe('该行不是 UTF-8 文本')
  expect(inChinese('BAD_QUOTING', {})).toBe('该行的引号没有闭合')
})

it('keeps the reason of the server for a code it does not know, and for a file that was read without values', () => {
  expect(rejectReason({ ...REJECT, code: 'NEW_FAULT' }, 'zh-CN')).toBe(REJECT.reason)
  const { values: _, ...bare } = REJECT
  expect(rejectReason(bare, 'zh-CN')).toBe(REJECT.reason)
})
