import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findTerms, glossary } from './glossary.ts'

describe('glossary', () => {
  it('is in alphabetical order and has each term once', () => {
    const terms = glossary.map(({ term }) => term.en)
    expect(terms).toEqual([...new Set(terms)].sort())
  })
  it('matches the glossary page of the guide', () => {
    const page = readFileSync(new URL('../../../docs/guide/glossary.md', import.meta.url), 'utf8')
    const rows = glossary.map(({ term, meaning }) => `| ${term.en} | ${term['zh-CN']} | ${meaning.en} |`)
    expect(
      page
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .slice(1),
    ).toEqual(rows)
  })
  it('finds terms in both languages', () => {
    expect(findTerms('PERI').map(({ term }) => term.en)).toEqual(['period'])
    expect(findTerms('缺口').map(({ term }) => term.en)).toEqual(['gap'])
    expect(findTerms('nothing')).toEqual([])
  })
})
