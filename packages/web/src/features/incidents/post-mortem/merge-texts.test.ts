import { describe, expect, it } from 'vitest'
import { diffLines } from './line-diff.ts'
import { mergeTexts } from './merge-texts.ts'

const text = (...lines: string[]) => lines.join('\n')

describe('diffLines', () => {
  const signs = { same: ' ', removed: '-', added: '+' }
  const show = (before: string, after: string) => diffLines(before, after).map(({ kind, text }) => signs[kind] + text)

  it('keeps the longest sequence of lines that both have', () =>
    expect(show(text('a', 'b', 'c', 'd'), text('a', 'x', 'c', 'd', 'e'))).toEqual([' a', '-b', '+x', ' c', ' d', '+e']))
  it('is empty of changes for one text', () => expect(show(text('a', 'b'), text('a', 'b'))).toEqual([' a', ' b']))
  it('tells a repeated line apart from one that was added', () =>
    expect(show(text('a', 'a'), text('a', 'b', 'a'))).toEqual([' a', '+b', ' a']))
})

describe('mergeTexts', () => {
  const base = text('## What', 'it broke', '', '## Why', 'unknown')

  it('takes the changes of both where they are in different places', () => {
    const mine = text('## What', 'it broke at ten', '', '## Why', 'unknown')
    const theirs = text('## What', 'it broke', '', '## Why', 'a cache key')
    expect(mergeTexts(base, mine, theirs)).toEqual({
      text: text('## What', 'it broke at ten', '', '## Why', 'a cache key'),
      hasBoth: false,
    })
  })
  it('keeps the lines of both where they changed the same ones', () => {
    const mine = base.replace('unknown', 'mine')
    const theirs = base.replace('unknown', 'theirs')
    const { text: merged, hasBoth } = mergeTexts(base, mine, theirs)
    expect(merged.split('\n').slice(-2)).toEqual(['theirs', 'mine'])
    expect(hasBoth).toBe(true)
  })
  it('has what both added once', () => {
    const added = `${base}\nthe end`
    expect(mergeTexts(base, added, added)).toEqual({ text: added, hasBoth: false })
  })
  it('keeps what one removed and the other changed', () => {
    const { text: merged } = mergeTexts(base, base.replace('\nunknown', ''), base.replace('unknown', 'known'))
    expect(merged).toContain('known')
  })
  it('has all lines of both where they were written without a common base', () => {
    const { text: merged } = mergeTexts('', 'mine', 'theirs')
    expect(merged.split('\n').sort()).toEqual(['mine', 'theirs'])
  })
})
