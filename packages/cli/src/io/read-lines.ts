import type { Readable } from 'node:stream'
import { exitCode } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { nameOf, readBlocks } from './read-bytes.ts'
import { toUtf8 } from './to-utf8.ts'

const newline = 10
const carriageReturn = 13
const checkedBytes = 8192
const empty = Buffer.alloc(0)
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** A line of a text file; of a line that is too long only the beginning is kept. */
export interface TextLine {
  text: string
  isCut: boolean
}

/**
 * Reads a file, or standard input for "-", line by line, `.gz` unpacked, a byte order mark left out, in constant memory: UTF-8, UTF-16 or GB18030.
 * Lines end with LF or CRLF, or with CR where that comes first and no LF is near. Throws a CliError with NOT_TEXT where the beginning holds a NUL byte.
 */
export async function* readLines(
  path: string,
  stdin: Readable,
  keptBytes: number = 64 * 1024,
): AsyncGenerator<TextLine[]> {
  yield* splitLines(path, readBlocks(path, stdin), keptBytes)
}

/** The same for bytes that are read in another way; each block may share its memory with the next. */
export async function* splitLines(
  path: string,
  blocks: AsyncIterable<Buffer>,
  keptBytes: number,
): AsyncGenerator<TextLine[]> {
  let held = empty
  let isCut = false
  let seen = 0
  let separator: number | undefined
  for await (const bytes of toUtf8(blocks)) {
    const block = seen === 0 && bytes.indexOf(byteOrderMark) === 0 ? bytes.subarray(byteOrderMark.length) : bytes
    if (seen < checkedBytes) requireText(path, block.subarray(0, checkedBytes - seen))
    seen += bytes.length
    const lines: TextLine[] = []
    let at = 0
    const take = (end: number): void => {
      lines.push(
        held.length === 0 && !isCut && end - at <= keptBytes
          ? { text: textOf(block, at, end), isCut }
          : makeLine(held, block.subarray(at, end), isCut, keptBytes),
      )
      held = empty
      isCut = false
      at = end + 1
    }
    separator ??= separatorOf(block, held)
    const ending = separator ?? newline
    if (ending === carriageReturn && held.at(-1) === carriageReturn) {
      take(0)
      at = 0
    }
    for (let end = block.indexOf(ending); end >= 0; end = block.indexOf(ending, at)) take(end)
    const room = keptBytes - held.length
    isCut ||= block.length - at > room
    held = Buffer.concat([held, block.subarray(at, at + room)])
    yield lines
  }
  if (held.length > 0) yield [makeLine(held, empty, isCut, keptBytes)]
}

/** Undefined while there is no end of a line yet, or one that may go on as CRLF. */
function separatorOf(block: Buffer, held: Buffer): number | undefined {
  if (block.includes(newline)) return newline
  const end = block.indexOf(carriageReturn)
  const isEnd = (end >= 0 && end < block.length - 1) || (held.at(-1) === carriageReturn && block.length > 0)
  return isEnd ? carriageReturn : undefined
}

/** Without a buffer of its own for each line. */
function textOf(block: Buffer, from: number, to: number): string {
  return block.toString('utf8', from, to > from && block[to - 1] === carriageReturn ? to - 1 : to)
}

function makeLine(head: Buffer, tail: Buffer, wasCut: boolean, keptBytes: number): TextLine {
  const room = keptBytes - head.length
  const isCut = wasCut || tail.length > room
  const kept = isCut ? tail.subarray(0, room) : tail
  const text = head.length > 0 ? Buffer.concat([head, kept]).toString() : kept.toString()
  return { text: text.endsWith('\r') ? text.slice(0, -1) : text, isCut }
}

function requireText(path: string, bytes: Buffer): void {
  if (!bytes.includes(0)) return
  const hint = 'It must be text in UTF-8, UTF-16 or GB18030.'
  throw new CliError(`${nameOf(path)}: this is not a text file, it holds NUL bytes`, {
    ...{ code: 'NOT_TEXT', exit: exitCode.failed, hint },
  })
}
