import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '../testing/encode-utf8.ts'
import { createLineSplitter } from './line-splitter.ts'

function split(text: string, chunkBytes: number, maxLineBytes = 100): string[] {
  const lines: string[] = []
  const splitter = createLineSplitter(maxLineBytes, (bytes, from, to) => {
    lines.push(String.fromCharCode(...bytes.subarray(from, to)))
  })
  const bytes = encodeUtf8(text)
  for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.subarray(at, at + chunkBytes))
  splitter.end()
  return lines
}

describe('createLineSplitter', () => {
  it('gives the same lines however the bytes are cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n'), maxLength: 80 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (source, chunk) => {
        const lines = source.split(/\r?\n/)
        if (lines.at(-1) === '') lines.pop()
        expect(split(source, chunk)).toEqual(lines)
      }),
    )
  })

  it('refuses a long line before it is held', () => {
    const problem = expect.objectContaining({ code: 'LINE_TOO_LONG', line: 2 })
    expect(() => split(`ab\n${'x'.repeat(101)}`, 10)).toThrow(problem)
    expect(() => split(`ab\n${'x'.repeat(101)}\n`, 1000)).toThrow(problem)
    expect(split(`${'x'.repeat(100)}\r\nb`, 7)).toEqual(['x'.repeat(100), 'b'])
  })

  it('names the line of a NUL byte', () => {
    expect(() => split('a\nb\nc\u0000d\n', 3)).toThrow(expect.objectContaining({ code: 'NUL_BYTE', line: 3 }))
  })
})
