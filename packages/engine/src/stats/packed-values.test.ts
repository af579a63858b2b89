import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBitReader } from './bit-reader.ts'
import { type BitWriter, createBitWriter } from './bit-writer.ts'
import { readCounts, writeCounts } from './packed-counts.ts'
import { readValues, type ValuePacking, writeValues } from './packed-values.ts'

const written = (write: (out: BitWriter) => void) => {
  const writer = createBitWriter()
  write(writer)
  const reader = createBitReader()
  reader.start(writer.end(), 0)
  return reader
}
function packValues(values: Float64Array, packing: ValuePacking): Float64Array {
  const read = new Float64Array(values.length)
  readValues(
    written((out) => writeValues(out, values, values.length, packing)),
    read,
  )
  return read
}
function packCounts(counts: readonly number[]): number[] {
  const read = new Float32Array(counts.length)
  readCounts(
    written((out) => writeCounts(out, Float32Array.from(counts), counts.length)),
    read,
  )
  return [...read]
}

describe('writeValues', () => {
  it('is off by no more than half the last of its bits, and by nothing the second time', () => {
    const values = fc.float64Array({ minLength: 1, maxLength: 60, min: -1e9, max: 1e9, noNaN: true })
    fc.assert(
      fc.property(values, fc.integer({ min: 8, max: 28 }), (given, bits) => {
        const once = packValues(given, { bits })
        const largest = given.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
        for (const [k, value] of given.entries())
          expect(Math.abs(once[k]! - value)).toBeLessThanOrEqual(largest * 2 ** -bits)
        expect(packValues(once, { bits })).toEqual(once)
      }),
    )
  })

  it('keeps multiples of a power of two as they are', () => {
    const exponent = fc.integer({ min: -60, max: 60 })
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 20), max: 2 ** 20 })), exponent, (given, exponent) => {
        const values = Float64Array.from(given, (value) => value * 2 ** exponent)
        expect(packValues(values, { bits: 28 })).toEqual(values)
      }),
    )
  })
})

describe('writeCounts', () => {
  it('keeps whole counts as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 24 })), (counts) => {
        expect(packCounts(counts)).toEqual(counts)
      }),
    )
  })

  it('keeps an eighth of those below 16 where some were halved, and the others whole', () => {
    expect(packCounts([0, 0.5, 0.3, 15.875, 15.99, 16, 200.5, 201.5, 4000])).toEqual([
      ...[0, 0.5, 0.25, 15.875, 16, 16, 200, 202, 4000],
    ])
  })

  it('adds nothing when it is done again, with a count more or not', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), (counts) => {
        const once = packCounts([0.5, ...counts])
        expect(packCounts(once)).toEqual(once)
        const more = once.map((count) => count + 1)
        expect(packCounts([0.5, ...more]).slice(1)).toEqual(more)
      }),
    )
  })
})
