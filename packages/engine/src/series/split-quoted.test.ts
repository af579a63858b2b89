import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitQuoted } from './split-quoted.ts'

describe('splitQuoted', () => {
  it('gives back any fields written by RFC 4180', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ',', '"', ' ', '中') })
    fc.assert(
      fc.property(fc.array(field, { minLength: 1 }), (fields) => {
        const line = fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
        expect(splitQuoted(line)).toEqual(fields)
      }),
    )
  })

  it('leaves plain fields as they are', () => {
    expect(splitQuoted('a, b,,c')).toEqual(['a', ' b', '', 'c'])
    expect(splitQuoted('a,')).toEqual(['a', ''])
  })

  it('knows a quote that is not closed and text after one', () => {
    expect(splitQuoted('a,"b')).toBeUndefined()
    expect(splitQuoted('"a"b,c')).toBeUndefined()
  })
})
