import { expect, it } from 'vitest'
import { plainText, plainValue } from './plain-text.ts'

it('leaves out what a reader does not see', () => {
  const hidden = ['\u202e', '\u200b', '\ufeff', '\u{e0041}', '\ufe0f', '\u001b[31m', '\u2028']
  for (const one of hidden) expect(plainText(`a${one}b`, 100)).toMatch(/^a (\[31m)?b$/)
})

it('keeps every language, and cuts by characters', () => {
  expect(plainText('节点 nœud узел 🚀', 100)).toBe('节点 nœud узел 🚀')
  expect(plainText('🚀🚀🚀', 2)).toBe('🚀…')
})

it('goes through lists and objects, and leaves figures as they are', () => {
  expect(plainValue({ a: ['x\ny', 1, null, { b: true, c: 'z\t' }] }, 9)).toEqual({
    a: ['x y', 1, null, { b: true, c: 'z' }],
  })
})
