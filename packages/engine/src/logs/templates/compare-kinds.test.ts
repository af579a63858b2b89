import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alignWords } from './compare-kinds.ts'

const align = (a: string, b: string): string[] =>
  alignWords(a.split(' '), b.split(' ')).map(({ aFrom, aTo, bFrom, bTo }) => {
    const [added, dropped] = [a.split(' ').slice(aFrom, aTo), b.split(' ').slice(bFrom, bTo)]
    return `${added.join(' ')}|${dropped.join(' ')}`
  })

it('finds nothing between equal lists', () => {
  expect(alignWords(['a', 'b'], ['a', 'b'])).toEqual([])
  expect(alignWords([], [])).toEqual([])
})

it('finds words put in, left out and replaced, each where it stands', () => {
  expect(align('a b x c', 'a b c')).toEqual(['x|'])
  expect(align('a c', 'a b c')).toEqual(['|b'])
  expect(align('a x c d', 'a y c d e')).toEqual(['x|y', '|e'])
})

it('pairs as many words as possible', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 })
  fc.assert(
    fc.property(words, words, (a, b) => {
      const differences = alignWords(a, b)
      const left = a.filter((_, i) => !differences.some(({ aFrom, aTo }) => i >= aFrom && i < aTo))
      const right = b.filter((_, i) => !differences.some(({ bFrom, bTo }) => i >= bFrom && i < bTo))
      expect(left).toEqual(right)
      expect(left).toHaveLength(longestShared(a, b))
    }),
  )
})

function longestShared([a, ...as]: readonly string[], [b, ...bs]: readonly string[]): number {
  if (a === undefined || b === undefined) return 0
  if (a === b) return 1 + longestShared(as, bs)
  return Math.max(longestShared([a, ...as], bs), longestShared(as, [b, ...bs]))
}

it('takes lists that are too long to be aligned as one difference', () => {
  const letters = (letter: string): string[] => Array.from({ length: 100 }, (_, i) => `${letter}${i}`)
  const differences = alignWords(['from', ...letters('a')], ['from', ...letters('b')])
  expect(differences).toEqual([{ aFrom: 1, aTo: 101, bFrom: 1, bTo: 101 }])
})
