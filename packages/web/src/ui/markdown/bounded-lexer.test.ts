import type { Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { inlineParts, readMarkdown } from './bounded-lexer.ts'

const CHARACTERS = 99_000
const ofPattern = (pattern: string) => pattern.repeat(CHARACTERS / pattern.length)

const timeOf = (text: string) => {
  const began = performance.now()
  readMarkdown(text)
  return performance.now() - began
}

describe('readMarkdown', () => {
  it.each([
    ...['_a', 'a_', '*a', '~a', '**a ', '***a ', '![', '[', '[a](', '`a ', '<a', '<!--'],
    ...['>', '> ', '> > ', '- ', '- a\n', '1. a\n  ', '| a ', '_a\n', 'http://a', 'a@a.', '# ', '[a]: b\n', ' '],
  ])('reads 99 kB of %j within two seconds', (pattern) => expect(timeOf(ofPattern(pattern))).toBeLessThan(2000))
  it('reads 99 kB of paragraphs as long as may be within two seconds', () =>
    expect(timeOf(ofPattern(`${'_a'.repeat(490)}\n\n`))).toBeLessThan(2000))
  it('keeps the formatting of a very long paragraph', () => {
    const sentence = 'The **disk** of `node 3` was [full](https://example.com/a). '
    const [long] = readMarkdown(sentence.repeat(100))
    const { tokens = [] } = long as Tokens.Paragraph
    const count = (type: string) => tokens.filter((token) => token.type === type).length
    expect([count('strong'), count('codespan'), count('link')]).toEqual([100, 100, 100])
  })
  it('leaves quotations too deep within each other as text', () => {
    const text = JSON.stringify(readMarkdown(`${'> '.repeat(30)}deep`))
    expect(text.match(/"blockquote"/g)).toHaveLength(20)
    expect(text).toContain('deep')
  })
})

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
