import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBitReader } from './bit-reader.ts'
import { createBitWriter } from './bit-writer.ts'
import { createRandom } from './random.ts'

const kinds = {
  count: fc.maxSafeNat(),
  signed: fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
  flag: fc.boolean(),
  f32: fc.float(),
  f64: fc.double(),
}
const field = fc.oneof(
  ...Object.entries(kinds).map(([kind, value]) => fc.tuple(fc.constant(kind as keyof typeof kinds), value)),
)

describe('createBitWriter', () => {
  it('writes what a reader reads again, in any order, time after time', () => {
    const writer = createBitWriter()
    const reader = createBitReader()
    fc.assert(
      fc.property(fc.array(field, { maxLength: 50 }), (fields) => {
        for (const [kind, value] of fields) (writer[kind] as (value: unknown) => void)(value)
        reader.start(writer.end(), 0)
        expect(fields.map(([kind]) => reader[kind]())).toEqual(fields.map(([, value]) => value))
      }),
    )
  })

  it('keeps any bits at any width', () => {
    const bits = fc.tuple(fc.nat({ max: 0xffffffff }), fc.integer({ min: 0, max: 32 }))
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 80 }), (fields) => {
        const writer = createBitWriter()
        for (const [value, width] of fields) writer.bits(value, width)
        const reader = createBitReader()
        reader.start(writer.end(), 0)
        expect(fields.map(([, width]) => reader.bits(width))).toEqual(
          fields.map(([value, width]) => value % 2 ** width),
        )
      }),
    )
  })

  it('cuts a number to 36 significant bits, once', () => {
    const cut = (value: number): number => {
      const writer = createBitWriter()
      writer.f36(value)
      const reader = createBitReader()
      reader.start(writer.end(), 0)
      return reader.f36()
    }
    expect([cut(0), cut(-3.5), cut(Number.NaN), cut(Number.POSITIVE_INFINITY)]).toEqual([
      0,
      -3.5,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ])
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (value) => {
        expect(Math.abs(cut(value) / value - 1)).toBeLessThan(2 ** -35)
        expect(cut(cut(value))).toBe(cut(value))
      }),
    )
  })

  it('grows, and reads as zero beyond its end', () => {
    const writer = createBitWriter()
    for (let k = 0; k < 10_000; k++) writer.bits(k, 32)
    const words = writer.end()
    expect([words.length, words[9999]]).toEqual([10_000, 9999])
    const reader = createBitReader()
    reader.start(words, 10_000)
    expect([reader.bits(32), reader.count()]).toEqual([0, 0])
  })
})

it.each([0, 3, 12, 30])(
  'writes whole numbers of either sign in Rice code with %d bits after the quotient, from any bit on',
  (shift) => {
    const random = createRandom(shift + 1)
    const values = Int32Array.from({ length: 600 }, () => Math.round((random() - 0.5) * 2 ** (2 + 28 * random())))
    const out = createBitWriter()
    const from = createBitReader()
    for (let before = 0; before < 32; before++) {
      out.bits(0, before)
      out.rice(values, 0, values.length, shift)
      out.bits(5, 3)
      from.start(out.end(), 0)
      from.bits(before)
      const back = new Int32Array(values.length)
      from.rice(back, 0, back.length, shift)
      expect(back).toEqual(values)
      expect(from.bits(3)).toBe(5)
    }
  },
)
