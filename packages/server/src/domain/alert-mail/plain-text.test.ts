import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText, shortened } from './plain-text.ts'

describe('plainText', () => {
  it('keeps a name on one line, and letters in the order in which they stand', () => {
    expect(plainText('node1\r\nBcc: thief@example.com')).toBe('node1 Bcc: thief@example.com')
    expect(plainText('a\u202egnp.exe\u0000\u2028b\u2066')).toBe('a gnp.exe b')
    expect(plainText('结账 節點')).toBe('结账 節點')
  })
})

describe('shortened', () => {
  const sentence = 'cpu on node3 reached 98 %, usually 20 %, for 12 min, first of 3 metrics to move'

  it('keeps whole clauses', () => {
    expect(shortened(sentence, 60)).toBe('cpu on node3 reached 98 %, usually 20 %, for 12 min')
    expect(shortened('node3 的 cpu 达到 98 %，通常为 20 %，持续 12 分钟', 26)).toBe('node3 的 cpu 达到 98 %')
    expect(shortened(sentence, 200)).toBe(sentence)
  })

  it('cuts a clause that is too long between characters', () => {
    expect(shortened('disk_used on a-long-name', 12)).toBe('disk_used o…')
    expect(shortened('😀😀😀', 4)).toBe('😀…')
  })

  it('is never longer than it may be', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 90 }),
        (text, max) => shortened(text, max).length <= max,
      ),
    )
  })
})
