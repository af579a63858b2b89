import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { readLines, splitLines } from './read-lines.ts'

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

it('reads a file whose blocks share their memory, plain and packed, with a line across their border', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'omen-lines-'))
  const lines = Array.from({ length: 60_000 }, (_, n) => `line ${n} of many\r`)
  const text = `${lines.join('\n')}\n`
  writeFileSync(join(folder, 'a.log'), text)
  writeFileSync(join(folder, 'a.log.gz'), gzipSync(text))
  for (const name of ['a.log', 'a.log.gz']) {
    const read: string[] = []
    for await (const some of readLines(join(folder, name), Readable.from([]))) read.push(...some.map((one) => one.text))
    expect(read).toEqual(lines.map((line) => line.slice(0, -1)))
  }
  rmSync(folder, { recursive: true })
})

it.each([
  ['plain', (text: string) => Buffer.from(text)],
  ['packed', (text: string) => gzipSync(text, { level: 0 })],
])('closes a %s source whose reader leaves with the first lines', async (_, pack) => {
  const bytes = pack('one line of many\n'.repeat(200_000))
  const blocks = Array.from({ length: Math.ceil(bytes.length / 50_000) }, (_, n) =>
    bytes.subarray(50_000 * n).subarray(0, 50_000),
  )
  const source = Readable.from(blocks)
  for await (const lines of readLines('-', source)) if (lines.length > 0) break
  await vi.waitFor(() => expect(source.destroyed).toBe(true))
  expect(source.readableEnded).toBe(false)
})

const gb18030 = (text: string): Buffer => Buffer.from(text.replaceAll('数据', '\xca\xfd\xbe\xdd'), 'latin1')

it.each([
  ['UTF-8', [Buffer.from('GET /\n'), Buffer.from('数据\n')]],
  ['UTF-16', [Buffer.from('\ufeffGET /\n数', 'utf16le'), Buffer.from('据\n', 'utf16le')]],
  ['UTF-16 in its other order', [Buffer.from('\ufeffGET /\n数据\n', 'utf16le').swap16()]],
  ['GB18030', [gb18030('GET /\n数据\n')]],
  ['GB18030 after a block of ASCII', [gb18030('GET /\n'), gb18030('数据\n')]],
  ['GB18030 with a character in two blocks', [gb18030('GET /\n数据').subarray(0, 9), gb18030('数据\n').subarray(3)]],
])('reads %s', async (_, blocks) => {
  const lines: string[] = []
  for await (const some of splitLines('a.log', Readable.from(blocks), 100)) lines.push(...some.map(({ text }) => text))
  expect(lines).toEqual(['GET /', '数据'])
})
