import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeUtf8 } from '../testing/encode-utf8.ts'
import { decodeUtf8 } from './utf8.ts'
import { createUtf16Converter } from './utf16.ts'

function encodeUtf16(text: string, isLittleEndian: boolean): Uint8Array {
  const units = Array.from({ length: text.length }, (_, k) => text.charCodeAt(k))
  return Uint8Array.from(units.flatMap((unit) => (isLittleEndian ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])))
}

describe('createUtf16Converter', () => {
  it('converts any text, wherever the chunks are cut', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 }).map((one) => one.replaceAll('\uFEFF', ''))
    fc.assert(
      fc.property(text, fc.boolean(), fc.integer({ min: 1, max: 7 }), (written, isLittleEndian, size) => {
        const bytes = encodeUtf16(`\uFEFF${written}`, isLittleEndian)
        const convert = createUtf16Converter(isLittleEndian)
        const converted: number[] = []
        for (let at = 0; at < bytes.length; at += size) converted.push(...convert(bytes.subarray(at, at + size)))
        expect(Uint8Array.from(converted)).toEqual(encodeUtf8(written))
      }),
    )
  })

  it('replaces half a pair of surrogates', () => {
    const converted = createUtf16Converter(true)(encodeUtf16('\ud83da\ude00', true))
    expect(decodeUtf8(converted, 0, converted.length)).toBe('\ufffda\ufffd')
  })
})
