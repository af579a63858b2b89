import { describe, expect, it } from 'vitest'
import { parseBounded } from './parse-bounded.ts'

describe('the JSON of an answer', () => {
  it('is parsed as it is, whatever stands in its texts', () => {
    const value = { a: [1, { b: `[[{{"\\,${','.repeat(100)}` }], '[': null }
    expect(parseBounded(JSON.stringify(value))).toEqual(value)
    expect(() => parseBounded('{"a":')).toThrow(SyntaxError)
  })

  it('may not be nested without end', () => {
    expect(() => parseBounded('['.repeat(100_000))).toThrow(expect.objectContaining({ fault: 'badAnswer' }))
    expect(parseBounded('['.repeat(64) + ']'.repeat(64))).toEqual(expect.any(Array))
  })

  it('may not have millions of values', () => {
    for (const many of ['[],', '1,', '{"a":1},'])
      expect(() => parseBounded(`[${many.repeat(4_000_001)}1]`)).toThrow(expect.objectContaining({ fault: 'tooMuch' }))
    expect(parseBounded(`[${'1,'.repeat(1_000_000)}1]`)).toHaveLength(1_000_001)
  })
})
