import { describe, expect, it } from 'vitest'
import { decodeUtf8 } from './utf8.ts'

const text = (...bytes: number[]): string | undefined => decodeUtf8(Uint8Array.from(bytes), 0, bytes.length)

describe('decodeUtf8', () => {
  it('reads one to four bytes a character', () => {
    expect(text(0x41, 0xc3, 0xa9, 0xe4, 0xb8, 0xad, 0xf0, 0x9f, 0x98, 0x80)).toBe('Aé中😀')
  })

  it('knows malformed bytes', () => {
    expect(text(0xff)).toBeUndefined()
    expect(text(0xc3)).toBeUndefined()
    expect(text(0xc3, 0x41)).toBeUndefined()
    expect(text(0xc0, 0x80)).toBeUndefined()
    expect(text(0xed, 0xa0, 0x80)).toBeUndefined()
    expect(text(0xe0, 0x80, 0x80)).toBeUndefined()
  })

  it('reads long text in pieces', () => {
    expect(decodeUtf8(new Uint8Array(10_000).fill(0x61), 0, 10_000)).toBe('a'.repeat(10_000))
  })
})
