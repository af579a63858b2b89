import { describe, expect, it } from 'vitest'
import { addSeries, createSeriesTable, enlargeSeriesTable, findSeries, hashSeries, seriesRoom } from './series-table.ts'

const encoder = new TextEncoder()

function hashOf(table: ReturnType<typeof createSeriesTable>, text: string): Uint32Array {
  const bytes = encoder.encode(`..${text}..`)
  const hash = new Uint32Array(4)
  hashSeries(table, bytes, 2, bytes.length - 2, hash)
  return hash
}

describe('the table of known series', () => {
  it('hashes as the reference implementation of MurmurHash3_x86_128', () => {
    const table = createSeriesTable()
    table.words.set([0, 0])
    const hex = (text: string) => [...hashOf(table, text)].map((word) => word.toString(16).padStart(8, '0')).join('')
    expect(hex('')).toBe('00000000000000000000000000000000')
    expect(hex('I will not buy this record, it is scratched.')).toBe('a0a9683b25ac5e40d9af2895890dddf5')
    expect(hex('The quick brown fox jumps over the lazy dog')).toBe('2f1583c3ecee2c675d7bf66ce5e91d2c')
  })

  it('finds each of many series by its own number, also after it was enlarged', () => {
    let table = createSeriesTable(4)
    const names = Array.from({ length: 5000 }, (_, index) => `series ${index} ${'x'.repeat(index % 40)}`)
    names.forEach((name, number) => {
      if (number >= seriesRoom(table)) table = enlargeSeriesTable(table)
      expect(findSeries(table, hashOf(table, name))).toBe(-1)
      expect(addSeries(table, hashOf(table, name), number)).toBe(true)
    })
    expect(names.map((name) => findSeries(table, hashOf(table, name)))).toEqual([...names.keys()])
    expect(addSeries(table, hashOf(table, 'series 7 xxxxxxx'), 9)).toBe(false)
    expect(findSeries(table, hashOf(table, 'series 7 xxxxxxx'))).toBe(7)
  })
})
