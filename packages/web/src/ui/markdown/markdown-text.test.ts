import { lexer } from 'marked'
import { describe, expect, it } from 'vitest'
import { headingLevels } from './heading-levels.ts'
import { decodeEntities, plainText, safeHref } from './markdown-text.ts'

describe('safeHref', () => {
  it.each(['https://example.com/a?b#c', 'http://example.com', 'mailto:a@example.com', '/incidents/in1'])(
    'leaves %s',
    (href) => expect(safeHref(href)).toBe(href),
  )
  it.each([
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '\u0001javascript:alert(1)'],
    ...['javascript&#58;alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', '//evil.example', '/\\evil'],
  ])('gives nothing for %j', (href) => expect(safeHref(href)).toBeNull())
})

it('decodes the entities that it knows, and leaves others', () => {
  expect(decodeEntities('a &lt;b&gt; &amp;amp; &#39; &#x4e2d; &hearts; &#0;')).toBe("a <b> &amp; ' 中 &hearts; \ufffd")
})
it('takes backslashes from before signs that mean themselves', () => {
  expect(plainText('disk\\_read \\[a\\] C:\\dir')).toBe('disk_read [a] C:\\dir')
})

describe('headingLevels', () => {
  const levels = (text: string) => [...headingLevels(lexer(text), 3).values()]

  it('puts the first heading on top, and those below it one level further down', () =>
    expect(levels('## A\n\n### B\n\n## C')).toEqual([3, 4, 3]))
  it('skips no level', () => expect(levels('# A\n\n#### B\n\n# C')).toEqual([3, 4, 3]))
  it('finds headings in lists and quotations', () => expect(levels('> # A\n\n- ## B')).toEqual([3, 4]))
  it('ends at six', () => expect(levels('# A\n## B\n### C\n#### D\n##### E').at(-1)).toBe(6))
})
