import { describe, expect, it } from 'vitest'
import { checkQuery } from './check-query.ts'

describe('checkQuery', () => {
  it('takes words, phrases, fields, regular expressions and what joins them', () => {
    for (const query of [
      ...['', 'timeout', '"no worker free" OR retry', 'level>=warn service=orders', 'service="a b" NOT (x AND y)'],
      ...['/took \\d{4,} ms/', '"/checkout"', 'a (b OR (c d))', '内存不足', 'NOT retry', '"a \\" b"', '/a\\/b/ x'],
    ])
      expect([query, checkQuery(query)]).toEqual([query, null])
  })

  it('points at quotes and regular expressions without an end', () => {
    expect(checkQuery('failed "no worker')).toEqual({ kind: 'quote', at: 7 })
    expect(checkQuery('GET /checkout')).toEqual({ kind: 'regex', at: 4 })
    expect(checkQuery('service="orders')).toEqual({ kind: 'quote', at: 8 })
  })

  it('points at parentheses that do not meet', () => {
    expect(checkQuery('(a OR b')).toEqual({ kind: 'parenthesis', at: 0 })
    expect(checkQuery('a) b')).toEqual({ kind: 'parenthesis', at: 1 })
    expect(checkQuery('a ()')).toEqual({ kind: 'parenthesis', at: 3 })
  })

  it('points at an operator without what it joins, and a field without a value', () => {
    expect(checkQuery('OR b')).toEqual({ kind: 'operator', at: 0 })
    expect(checkQuery('a AND')).toEqual({ kind: 'operator', at: 2 })
    expect(checkQuery('a OR OR b')).toEqual({ kind: 'operator', at: 5 })
    expect(checkQuery('service= x')).toEqual({ kind: 'value', at: 8 })
  })
})
