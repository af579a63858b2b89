import { describe, expect, it } from 'vitest'
import { inlineParts } from './inline-parts.ts'

describe('inlineParts', () => {
  it('leaves a short text whole', () => expect(inlineParts('a b', 3)).toEqual(['a b']))
  it('cuts at the last white space', () => expect(inlineParts('aa bb cc', 7)).toEqual(['aa bb ', 'cc']))
  it('cuts before emphasis, code and links rather than within', () => {
    expect(inlineParts('aa **b c d** e', 9)).toEqual(['aa ', '**b c ', 'd** e'])
    expect(inlineParts('aa **b c** dd', 12)).toEqual(['aa **b c** ', 'dd'])
    expect(inlineParts('aa [b c](x) d', 10)).toEqual(['aa ', '[b c](x) d'])
  })
  it('takes no underscore of a name and no sign between spaces for an opening', () => {
    expect(inlineParts('a_b 2 * 3 cc', 11)).toEqual(['a_b 2 * 3 ', 'cc'])
    expect(inlineParts('a_b _c d_ e', 9)).toEqual(['a_b ', '_c d_ e'])
  })
  it('cuts a word that is too long, but no character', () => {
    expect(inlineParts('abcdef', 4)).toEqual(['abcd', 'ef'])
    expect(inlineParts('abc\u{1f600}d', 4)).toEqual(['abc', '\u{1f600}d'])
  })
  it('takes no sign after a backslash for an opening', () =>
    expect(inlineParts('a \\* b cc', 8)).toEqual(['a \\* b ', 'cc']))
})
