import { expect, it } from 'vitest'
import { readHeaderFacts } from './read-source.ts'

const LAYOUT = { kind: 'columns', kinds: ['level', 'word'], tagged: false, dashed: false } as const

function sourceOf(word: string): string | undefined {
  return readHeaderFacts(`INFO ${word} `, LAYOUT, word.length + 6).source
}

it.each([
  ['[main]', 'main'],
  ['<app>:', 'app'],
  ['sshd[123]:', 'sshd'],
  ['[(x', '(x'],
  [')))', undefined],
])('reads the source %j without brackets and process number', (word, source) => {
  expect(sourceOf(word)).toBe(source)
})

it('reads a source of a million brackets', () => {
  const word = `${')'.repeat(2 ** 20)}x`
  expect(sourceOf(word)).toBe(word)
})
