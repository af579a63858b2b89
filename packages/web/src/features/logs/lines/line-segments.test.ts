import { describe, expect, it } from 'vitest'
import { lineSegments, visibleName } from './line-segments.ts'

const texts = (...given: Parameters<typeof lineSegments>) =>
  lineSegments(...given).map(({ text, kind }) => (kind === 'text' ? text : `${kind}(${text})`))

describe('lineSegments', () => {
  it('marks what was searched for, and what differs from line to line', () => {
    expect(texts('took 357 ms: cache', { variables: [[5, 8]], matches: [[13, 18]] })).toEqual([
      ...['took ', 'variable(357)', ' ms: ', 'match(cache)'],
    ])
  })

  it('shows a match inside a variable as a match', () => {
    expect(texts('id abc', { variables: [[3, 6]], matches: [[4, 5]] })).toEqual([
      ...['id ', 'variable(a)', 'match(b)', 'variable(c)'],
    ])
  })

  it('names what cannot be seen, and what would turn the direction of the text', () => {
    expect(texts('a\u0000b\u001b[31m\u202egnp', {})).toEqual([
      ...['a', 'hidden(␀)', 'b', 'hidden(␛)', '[31m', 'hidden(U+202E)', 'gnp'],
    ])
    expect([visibleName('\u007f'), visibleName('\u200b'), visibleName('\u009b')]).toEqual(['␡', 'U+200B', 'U+009B'])
  })

  it('keeps tabs, line ends, Chinese and HTML as they are', () => {
    const line = '内存不足\t<b>&amp;</b>\n\tat main'
    expect(texts(line, {})).toEqual([line])
  })

  it('cuts at a limit, but no character in two, and ignores marks beyond it', () => {
    expect(texts('abcdef', { matches: [[4, 6]] }, 5)).toEqual(['abcd', 'match(e)'])
    expect(texts('ab😀', { matches: [[90, 99]] }, 3)).toEqual(['ab'])
    expect(texts('', {})).toEqual([])
  })
})
