import { expect, it } from 'vitest'
import { type Assignment, scoreTemplates } from './score-templates.ts'

const lines = (...pairs: [string | number, string][]): Assignment[] => pairs.map(([group, text]) => ({ group, text }))

const truth = lines(['E1', 'up <*>'], ['E1', 'up <*>'], ['E2', 'down'], ['E3', 'to <*> <*>'])

it('gives 1 for the true templates, whatever the ids and the blanks', () => {
  const made = lines([7, 'up  <*>'], [7, 'up <*>'], [8, 'down'], [9, 'to <*>'])
  expect(scoreTemplates(truth, made)).toEqual({ GA: 1, PA: 1, FGA: 1, FTA: 1 })
})

it('counts a group only if it is complete and pure, and a text only if it is correct', () => {
  // Of four groups made, one for three true ones is right; its text is not.
  const made = lines([1, 'up <*>'], [2, 'up 2'], [3, '<*>'], [4, 'to <*>'])
  expect(scoreTemplates(truth, made)).toEqual({ GA: 0.5, PA: 0.5, FGA: 4 / 7, FTA: 2 / 7 })
})

it('gives nothing for one group of everything', () => {
  const made = truth.map(() => ({ group: 1, text: '<*>' }))
  expect(scoreTemplates(truth, made)).toEqual({ GA: 0, PA: 0, FGA: 0, FTA: 0 })
})

it('refuses lists of different lengths', () => {
  expect(() => scoreTemplates(truth, truth.slice(1))).toThrow(RangeError)
})
