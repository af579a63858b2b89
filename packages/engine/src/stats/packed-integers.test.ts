import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBitReader } from './bit-reader.ts'
import { createBitWriter } from './bit-writer.ts'
import { readIntegers, writeIntegers } from './packed-integers.ts'
import { createRandom, normal } from './random.ts'

function roundTrip(values: readonly number[], lag = 0): { values: number[]; bits: number } {
  const writer = createBitWriter()
  writeIntegers(writer, Int32Array.from(values), values.length, lag)
  const words = writer.end()
  const reader = createBitReader()
  reader.start(words, 0)
  const into = new Int32Array(values.length)
  const length = readIntegers(reader, into)
  return { values: [...into.subarray(0, length)], bits: (32 * words.length) / values.length }
}
const MAX = 2 ** 29 - 1

describe('writeIntegers', () => {
  it('gives the same numbers again', () => {
    const number = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -MAX, max: MAX }))
    fc.assert(
      fc.property(fc.array(number, { maxLength: 200 }), fc.nat({ max: 100 }), (values, lag) => {
        expect(roundTrip(values, lag).values).toEqual(values)
      }),
    )
  })

  it('takes about as many bits as noise tells', () => {
    const random = createRandom(1)
    const noise = Array.from({ length: 2000 }, () => Math.round(100 * normal(random)))
    const entropy = Math.log2(100 * Math.sqrt(2 * Math.PI * Math.E))
    expect(roundTrip(noise).bits).toBeLessThan(entropy + 0.6)
    expect(roundTrip(noise.map((value) => 1_000_000 + value)).bits).toBeLessThan(entropy + 0.6)
  })

  it('takes next to none for what does not change, and for what repeats after the lag', () => {
    const random = createRandom(2)
    const day = Array.from({ length: 96 }, () => Math.round(1000 * normal(random)))
    const days = Array.from({ length: 20 }, () => day).flat()
    expect(roundTrip(Array(2000).fill(7)).bits).toBeLessThan(0.4)
    expect(roundTrip(days, 96).bits).toBeLessThan(1.2)
    expect(roundTrip(days).bits).toBeGreaterThan(10)
  })
})
