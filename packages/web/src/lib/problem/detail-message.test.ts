import type { ErrorDetail, FieldRule } from '@omen/sdk'
import { errorCodeValues, fieldRuleValues } from '@omen/sdk/api'
import { account } from '@omen/sdk/rules'
import { expect, it } from 'vitest'
import { detailMessage } from './detail-message.ts'

it('says in Chinese what a refused file, a model that does not fit and a used-up quota name', () => {
  const inChinese = (code: string, values: Parameters<typeof detailMessage>[1]['values']) =>
    detailMessage(code, { message: 'English', ...(values && { values }) }, 'zh-CN')
  expect(inChinese('NO_TIMESTAMP_COLUMN', { names: ["'a'", "'b'", '…'] })).toBe("各列为 'a'、'b'、…")
  expect(inChinese('NO_TIMESTAMP_COLUMN', { names: ["'a'"], timeNames: ['timestamp', 'time'] })).toBe(
    "没有名为 timestamp、time 的列；各列为 'a'",
  )
  expect(inChinese('NO_TIMESTAMP_COLUMN', { names: ["'a'"], timeNames: ['time'], text: "'1'" })).toContain(
    "没有名为 time 的列；各列为 'a'；首行数据以 '1' 开头，没有一列全为时间；可读取",
  )
  expect(inChinese('TOO_MANY_DUPLICATES', { text: 'host' })).toContain('可能由文本列“host”区分')
  expect(inChinese('TEXT_COLUMN', { text: 'host' })).toBe('列“host”只有文本，没有数字')
  expect(inChinese('TEXT_COLUMN', { text: 'date', timeColumn: 'time' })).toBe(
    '列“date”只有文本，没有数字；时间取自列“time”',
  )
  expect(inChinese('NO_GOOD_ROWS', { cause: 'BAD_TIMESTAMP', text: '46314.5', looksLike: 'dayNumber' })).toContain(
    '没有可读取的行：“46314.5”像是电子表格的日期序号',
  )
  expect(inChinese('NO_GOOD_ROWS', { cause: 'BAD_NUMBER', text: 'x' })).toBe('没有可读取的行：“x”不是数字')
  expect(inChinese('BAD_HEADER', { text: "'a'", limit: 500 })).toBe("列名 'a' 超过 500 个字符")
  expect(inChinese('BAD_INTERVALS', { text: 'noon' })).toContain('“noon”不是时间；可读取')
  expect(inChinese('SERIES_MISMATCH', { missingIn: 'file' })).toBe('模型中有，文件中没有')
  expect(inChinese('TOO_MANY_COLUMNS', { count: 12_001, limit: 10_000 })).toBe('有 12,001 列，最多读取 10,000 个序列')
  expect(inChinese('NOT_ENOUGH_DATA', { count: 2, limit: 3, counted: 'instances' })).toBe(
    '同一指标至少需要 3 个实例，实际为 2 个',
  )
  expect(inChinese('TOO_MANY_PUBLISHED', { count: 9, limit: 9 })).toBe('已有 9 个发布副本，最多 9 个')
  expect(inChinese('STORAGE_QUOTA_EXCEEDED', { count: 5, limit: 9 })).toBe('已使用 5 字节，共 9 字节')
})

it('says in Chinese what a field of a request has to be', () => {
  const ruled = (field: string, rule: FieldRule, values?: ErrorDetail['values']) =>
    detailMessage('VALIDATION_FAILED', { field, rule, message: 'English', ...(values && { values }) }, 'zh-CN')
  expect(ruled('pvalue', 'below', { limit: 1 })).toBe('必须小于 1')
  expect(ruled('modelName', 'maxLength', { limit: 1000 })).toBe('最多 1,000 个字符')
  expect(ruled('modelType', 'oneOf', { names: ['Holistic', 'Split'] })).toBe('必须是以下之一：Holistic、Split')
  expect(ruled('userName', 'format')).toBe(account.prompt['zh-CN'])
  expect(ruled('userName', 'taken')).toBe('已被使用')
})

it('keeps the detail of the server in English', () => {
  expect(detailMessage('TEXT_COLUMN', { message: 'English', values: { text: 'host' } }, 'en')).toBe('English')
})

it('says nothing in English on a Chinese page, whatever the error and the rule', () => {
  const missingIn = 'file' as const
  const values = { names: ['a'], text: 'x', limit: 1, count: 2, missingIn, cause: 'BAD_QUOTING' }
  const details: ErrorDetail[] = [
    { message: 'English' },
    { message: 'English', values },
    ...fieldRuleValues.map((rule) => ({ message: 'English', field: 'password', rule })),
    ...fieldRuleValues.map((rule) => ({ message: 'English', field: 'since', rule, values })),
  ]
  for (const code of errorCodeValues)
    for (const detail of details) expect(detailMessage(code, detail, 'zh-CN') ?? '').not.toContain('English')
})

it('is the only place that reads the text of a detail', () => {
  const sources = import.meta.glob<string>(
    ['../../**/*.ts', '../../**/*.tsx', '!../../**/*.test.*', '!../../testing/**'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  )
  expect(Object.keys(sources).length).toBeGreaterThan(300)
  const readers = Object.entries(sources).filter(([, text]) =>
    /details?(\[\d+\]|\.at\(.*\))?\??\.message|\bmessage\b.*\bof\b.*details/.test(text),
  )
  expect(readers.map(([path]) => path)).toEqual(['./detail-message.ts'])
})
