import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DamagedError, TooLargeError } from './decompress-errors.ts'
import { compressSnappy, uncompressSnappy } from './snappy.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const block = (...parts: (number | string)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])))

describe('snappy', () => {
  it('reads literals, copies of all three kinds, and copies that overlap themselves', () => {
    // A copy of 4 from 3 back is encoded with one byte of offset, then with two, then with four
    expect(text(uncompressSnappy(block(7, 2 << 2, 'abc', 0b000_000_01, 3), 100))).toBe('abcabca')
    expect(text(uncompressSnappy(block(7, 2 << 2, 'abc', (3 << 2) | 2, 3, 0), 100))).toBe('abcabca')
    expect(text(uncompressSnappy(block(7, 2 << 2, 'abc', (3 << 2) | 3, 3, 0, 0, 0), 100))).toBe('abcabca')
    expect(text(uncompressSnappy(block(64, 0, 'x', (62 << 2) | 2, 1, 0), 100))).toBe('x'.repeat(64))
    const long = 'y'.repeat(300)
    expect(text(uncompressSnappy(block(0xac, 2, 61 << 2, 43, 1, long), 300))).toBe(long)
  })

  it('gives back what was compressed', () => {
    const comesBack = (bytes: Uint8Array): void => {
      expect(uncompressSnappy(compressSnappy(bytes), 1e6)).toEqual(bytes)
    }
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), comesBack))
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1, 2, 3), { maxLength: 2000 }), (bytes) =>
        comesBack(Uint8Array.from(bytes)),
      ),
    )
    comesBack(new Uint8Array(200_000).fill(7))
    comesBack(Uint8Array.from({ length: 200_000 }, (_, index) => Math.imul(index, 0x9e3779b1) >>> (index % 25)))
  })

  it('makes what repeats itself a tenth', () => {
    const lines = new TextEncoder().encode('node_cpu_seconds_total{instance="web1"} 7\n'.repeat(5000))
    expect(compressSnappy(lines).length).toBeLessThan(lines.length / 10)
  })

  it.each([
    ['is empty', block()],
    ['has a length without end', block(255, 255, 255, 255, 255, 255)],
    ['ends within a literal', block(7, 6 << 2, 'abc')],
    ['ends within a copy', block(7, 2 << 2, 'abc', (3 << 2) | 2, 3)],
    ['copies from before its start', block(7, 2 << 2, 'abc', (3 << 2) | 2, 4, 0)],
    ['copies from nowhere', block(7, 2 << 2, 'abc', (3 << 2) | 2, 0, 0)],
    ['holds more than it announces', block(3, 3 << 2, 'abcd')],
    ['holds less than it announces', block(5, 3 << 2, 'abcd')],
    ['announces far more than it can hold', block(0xff, 0xff, 3, 0, 'a')],
  ])('refuses a block that %s', (_, bytes) => {
    expect(() => uncompressSnappy(bytes, 1e6)).toThrow(DamagedError)
  })

  it('allocates nothing for one that announces 2 GB', () => {
    expect(() => uncompressSnappy(block(0x80, 0x80, 0x80, 0x80, 8, 0, 'a'), 64e6)).toThrow(TooLargeError)
  })

  it('never fails in another way, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          uncompressSnappy(bytes, 1000)
        } catch (error) {
          expect(error instanceof DamagedError || error instanceof TooLargeError).toBe(true)
        }
      }),
    )
  })
})
