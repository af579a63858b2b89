import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { splitLines } from './read-lines.ts'

async function linesOf(...blocks: string[]): Promise<string[]> {
  const lines: string[] = []
  for await (const some of splitLines('a.log', Readable.from(blocks.map((block) => Buffer.from(block))), 100))
    lines.push(...some.map(({ text }) => text))
  return lines
}

it.each([
  ['LF', ['a\nb\n', 'c']],
  ['CRLF', ['a\r\nb\r\n', 'c']],
  ['CRLF that lies in two blocks', ['a\r', '\nb\r', '\nc']],
  ['CR', ['a\rb\rc']],
  ['CR at the end of a block', ['a\r', 'b\r', 'c\r']],
])('reads lines that end with %s', async (_, blocks) => expect(await linesOf(...blocks)).toEqual(['a', 'b', 'c']))

it('leaves a CR within lines that end with LF', async () =>
  expect(await linesOf('10 %\r20 %\nb')).toEqual(['10 %\r20 %', 'b']))
