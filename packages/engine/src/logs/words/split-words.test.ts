import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitWords } from './split-words.ts'

it('keeps full stops inside words and leaves those at the end to the gap', () => {
  expect(splitWords('Loaded a.b.c, done... ok.')).toEqual({
    words: ['Loaded', 'a.b.c', 'done', 'ok'],
    gaps: ['', ' ', ', ', '... ', '.'],
  })
})

it('leaves full stops before punctuation to the gap', () => {
  expect(splitWords('Lost attribute.; tried again.)').words).toEqual(['Lost', 'attribute', 'tried', 'again'])
})

it('splits at Chinese punctuation', () => {
  expect(splitWords('连接失败，重试（3）').words).toEqual(['连接失败', '重试', '3'])
})

it('gives back the line when words and gaps are joined', () => {
  fc.assert(
    fc.property(fc.string(), (line) => {
      const { words, gaps } = splitWords(line)
      expect(gaps.map((gap, i) => gap + (words[i] ?? '')).join('')).toBe(line)
    }),
  )
})
