import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNumberScan, hasOtherMark, type NumberScan, readNumber, scanNumber } from './scan-number.ts'

function scan(cell: string, rest = ''): { value: number; scan: NumberScan } {
  const bytes = Uint8Array.from([...`${cell}${rest}`].map((c) => c.charCodeAt(0)))
  const state = createNumberScan()
  return { value: scanNumber(bytes, 0, bytes.length, state), scan: state }
}

describe('scanNumber', () => {
  it('rounds every double as Number does', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(scan(String(value)).value).toBe(Number(String(value)))
      }),
    )
  })

  it('rounds decimals of any length as Number does', () => {
    const digits = fc.stringMatching(/^\d{1,25}$/)
    fc.assert(
      fc.property(fc.boolean(), digits, fc.option(digits, { nil: '' }), (isNegative, whole, rest) => {
        const cell = `${isNegative ? '-' : ''}${whole}${rest === '' ? '' : `.${rest}`}`
        expect(scan(cell).value).toBe(Number(cell))
      }),
    )
  })

  it('stops at the comma', () => {
    const { value, scan: state } = scan('1.5', ',2')
    expect([value, state.next, state.status]).toEqual([1.5, 3, 0])
  })

  it.each(['', '  ', 'NaN', 'nan', 'null', ' NULL '])('takes %j for missing', (cell) => {
    expect(scan(cell, ',1').scan).toMatchObject({ next: cell.length, status: 1 })
  })

  it.each(['abc', '0x10', '1,5'.replace(',', ';'), '--1', '1e', '.', '1 2', '1_000'])('takes %j for text', (cell) => {
    expect(scan(cell).scan.status).toBe(2)
  })

  it('takes a million digits before a letter for text', () => {
    expect(readNumber(`${'1'.repeat(2 ** 20)}x`, scan('1').scan)).toBeNaN()
    expect(hasOtherMark(`${'1'.repeat(2 ** 20)}x`, { ...scan('1').scan, delimiter: 59 })).toBe(false)
  })

  it.each(['Infinity', '-inf', '1e400', '-1e999'])('takes %j for not finite', (cell) => {
    expect(scan(cell).scan.status).toBe(3)
  })

  it('trims spaces and tabs', () => {
    expect(scan(' \t 3.25 ').value).toBe(3.25)
  })
})
