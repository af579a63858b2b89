import { expect, it } from 'vitest'
import { createColumnKeys } from './column-keys.ts'
import type { Draft } from './draft.ts'

const draft = (text: string): Draft => {
  const words = text.split(' ')
  return { id: 1, words, gaps: words.map(() => ' '), free: [], count: 1, first: 0, last: 0, absorbed: [] }
}

it('is equal for drafts that agree but in one column, or but in two', () => {
  const keys = createColumnKeys(['a b c d', 'a x c d', 'a x c y', 'b a c d'].map(draft))
  expect(keys.without(0, 1)).toBe(keys.without(1, 1))
  expect(keys.without(0, 1)).not.toBe(keys.without(2, 1))
  expect(keys.without(0, 1, 3)).toBe(keys.without(2, 1, 3))
  expect(keys.without(0, 1, 3)).not.toBe(keys.without(3, 1, 3))
})
