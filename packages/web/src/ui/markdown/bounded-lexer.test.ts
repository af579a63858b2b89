import type { Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { readMarkdown } from './bounded-lexer.ts'

const characters = 99_000
const ofPattern = (pattern: string) => pattern.repeat(characters / pattern.length)

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
