import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUtf8Line } from '../utf8-line.ts'
import { shapeOf } from './line-shape.ts'
import { createLineScanner } from './mask-line.ts'

const utf8 = createUtf8Line()
const shape = (message: string): number => {
  const length = utf8.put(message)
  return shapeOf(utf8.bytes(), 0, length)
}
const scanner = createLineScanner()
const mask = (message: string): string => {
  scanner.scan(message)
  return scanner.masked()
}

describe('shapeOf', () => {
  it.each([
    ['took 150123 ms', 'took 9876543 ms', true],
    ['took 15 ms', 'took 27 ms', true],
    ['at 0x7f3a0001, id=9f4ef63a', 'at 0x00c0ffee, id=00000000', true],
    ['from 10.0.0.7:80', 'from 92.1.8.1:22', true],
    ['id 3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'id e0000000-aaaa-1bbb-cccc-dddddddddddd', true],
    ['id 3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'id 3f2504e0-4f89-11d3-9a0c-0305e82c330x', false],
    ['0x1f.2', '1x1f.2', false],
    ['on Mon Jan 5 10:11:12 2024', 'on Mon Jan 555 10:11:12 2024', false],
    ['node7 is up', 'node8 is up', false],
    ['took 15 ms', 'waited 15 ms', false],
  ])('is equal for "%s" and "%s": %s', (a, b, isEqual) => expect(shape(a) === shape(b)).toBe(isEqual))

  it('is equal only for messages that are masked alike', () => {
    const random = fc.constantFrom(
      '0',
      '1',
      '7',
      '12',
      '345',
      '6789',
      '123456',
      'a1',
      '7f3a2b1c',
      'beef7',
      '0x1f',
      'deadbeef1',
      '1z',
      '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      'e0000000-aaaa-bbbb-cccc-dddddddddddd',
    )
    const fixed = fc.constantFrom(
      ...' ./:=-_@+x,("|',
      ...[
        'a',
        'b',
        'v',
        'ab_',
        '中',
        'GET /',
        ' HTTP/',
        '://',
        'Mon Jan ',
        ':10:10 2005',
        '.c:',
        'C:\\',
        '::',
        'x.y.',
        '/usr/',
        '\\\\',
      ],
    )
    const part = fc.oneof(
      fixed.map((text) => [text, text]),
      fc.tuple(random, random),
    )
    let equal = 0
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const [one, other] = [0, 1].map((k) => parts.map((pair) => pair[k]).join(''))
        if (shape(one!) !== shape(other!)) return
        equal++
        expect(mask(one!)).toBe(mask(other!))
      }),
      { numRuns: 5000 },
    )
    expect(equal).toBeGreaterThan(500)
  })

  it('is missing for messages that the caps of the masks could cut', () => {
    expect(shape('a '.repeat(600))).toBeNaN()
    expect(shape(`/${'a1/'.repeat(50)}`)).toBeNaN()
  })
})
