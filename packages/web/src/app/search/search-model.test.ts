import { expect, it } from 'vitest'
import { type Hit, matchesQuery, rankHits, stepIndex } from './search-model.ts'

const hit = (kind: Hit['kind'], title: string): Hit => ({ id: title, kind, title, path: '/' })

it('finds every word in any order', () => {
  expect(matchesQuery('checkout-2026 Holistic', 'hol CHECK')).toBe(true)
  expect(matchesQuery('checkout', 'check pay')).toBe(false)
})
it('finds everything for an empty query', () => expect(matchesQuery('x', '')).toBe(true))
it('keeps kinds together and puts titles that begin with the query first', () => {
  const hits = [
    hit('files', 'my-check.csv'),
    hit('models', 'recheck'),
    hit('models', 'checkout'),
    hit('files', 'check.csv'),
  ]
  expect(rankHits(hits, 'check').map(({ title }) => title)).toEqual([
    'checkout',
    'recheck',
    'check.csv',
    'my-check.csv',
  ])
})
it('wraps at both ends', () => {
  expect(stepIndex(2, 1, 3)).toBe(0)
  expect(stepIndex(0, -1, 3)).toBe(2)
  expect(stepIndex(0, 1, 0)).toBe(0)
})
