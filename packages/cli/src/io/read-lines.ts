import { isAscii } from 'node:buffer'
import type { Readable } from 'node:stream'
import { findEncoding } from '@omen/engine/logs'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { nameOf, readBlocks } from './read-bytes.ts'

const NEWLINE = 10
const CARRIAGE_RETURN = 13
const CHECKED_BYTES = 8192
const LONGEST_LINE = 64 * 1024
const empty = Buffer.alloc(0)
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** A line of a text file; of a line that is too long only the beginning is kept. */
export interface TextLine {
  text: string
  isCut: boolean
}

/** Lines of a text as UTF-8: line n is `bytes` from `starts[n]` to `ends[n]`, without its end; of lines that are cut only the beginning. */
export interface LineBlock {
  bytes: Buffer
  starts: number[]
  ends: number[]
  isCut: boolean
}

/**
 * Reads a file, or standard input for "-", line by line, `.gz` unpacked, a byte order mark left out, in constant memory: UTF-8, UTF-16 or GB18030.
 * Lines end with LF or CRLF, or with CR where that comes first and no LF is near. Throws a CliError with NOT_TEXT where the beginning holds a NUL byte.
 */
export async function* readLines(
  path: string,
  stdin: Readable,
  keptBytes: number = LONGEST_LINE,
): AsyncGenerator<TextLine[]> {
  yield* splitLines(path, readBlocks(path, stdin), keptBytes)
}

/** The same without making texts; the next block may take over the memory of a block. */
export async function* readLineBlocks(path: string, stdin: Readable): AsyncGenerator<LineBlock> {
  yield* splitBlocks(path, readBlocks(path, stdin), LONGEST_LINE)
}

/** The lines of bytes that are read in another way; each block may share its memory with the next. */
export async function* splitLines(
  path: string,
  blocks: AsyncIterable<Buffer>,
  keptBytes: number,
): AsyncGenerator<TextLine[]> {
  for await (const block of splitBlocks(path, blocks, keptBytes)) yield textsOf(block)
}

export const textsOf = ({ bytes, starts, ends, isCut }: LineBlock): TextLine[] =>
  starts.map((start, n) => ({ text: bytes.toString('utf8', start, ends[n]), isCut }))

async function* splitBlocks(path: string, blocks: AsyncIterable<Buffer>, keptBytes: number): AsyncGenerator<LineBlock> {
  let held = empty
  let isCut = false
  let seen = 0
  let separator: number | undefined
  for await (const bytes of toUtf8(blocks)) {
    const block = seen === 0 && bytes.indexOf(byteOrderMark) === 0 ? bytes.subarray(byteOrderMark.length) : bytes
    if (seen < CHECKED_BYTES) requireText(path, block.subarray(0, CHECKED_BYTES - seen))
    seen += bytes.length
    const made: LineBlock[] = []
    let lines: LineBlock | undefined
    let at = 0
    const take = (end: number): void => {
      if (held.length === 0 && !isCut && end - at <= keptBytes) {
        if (lines === undefined) {
          lines = { bytes: block, starts: [], ends: [], isCut: false }
          made.push(lines)
        }
        lines.starts.push(at)
        lines.ends.push(withoutReturn(block, at, end))
      } else {
        made.push(makeLine(held, block.subarray(at, end), isCut, keptBytes))
        lines = undefined
      }
      held = empty
      isCut = false
      at = end + 1
    }
    separator ??= separatorOf(block, held)
    const ending = separator ?? NEWLINE
    if (ending === CARRIAGE_RETURN && held.at(-1) === CARRIAGE_RETURN) {
      take(0)
      at = 0
    }
    for (let end = block.indexOf(ending); end >= 0; end = block.indexOf(ending, at)) take(end)
    const room = keptBytes - held.length
    isCut ||= block.length - at > room
    held = Buffer.concat([held, block.subarray(at, at + room)])
    yield* made
  }
  if (held.length > 0) yield makeLine(held, empty, isCut, keptBytes)
}

/** The blocks of a text in UTF-16 or GB18030 as UTF-8; others as they are. The first block that is not all ASCII decides. */
async function* toUtf8(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | undefined
  let isDecided = false
  for await (const block of blocks) {
    if (!isDecided && !isPlain(block)) {
      isDecided = true
      const encoding = findEncoding(block)
      decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding)
    }
    yield decoder === undefined ? block : Buffer.from(decoder.decode(block, { stream: true }))
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode())
}

/** ASCII is the same in UTF-8 and in GB18030; in UTF-16 it has zeros. */
const isPlain = (block: Buffer): boolean => isAscii(block) && !block.includes(0)

/** Undefined while there is no end of a line yet, or one that may go on as CRLF. */
function separatorOf(block: Buffer, held: Buffer): number | undefined {
  if (block.includes(NEWLINE)) return NEWLINE
  const end = block.indexOf(CARRIAGE_RETURN)
  const isEnd = (end >= 0 && end < block.length - 1) || (held.at(-1) === CARRIAGE_RETURN && block.length > 0)
  return isEnd ? CARRIAGE_RETURN : undefined
}

const withoutReturn = (bytes: Buffer, from: number, to: number): number =>
  to > from && bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to

/** A line in a buffer of its own. */
function makeLine(head: Buffer, tail: Buffer, wasCut: boolean, keptBytes: number): LineBlock {
  const room = keptBytes - head.length
  const isCut = wasCut || tail.length > room
  const bytes = Buffer.concat([head, isCut ? tail.subarray(0, room) : tail])
  return { bytes, starts: [0], ends: [withoutReturn(bytes, 0, bytes.length)], isCut }
}

function requireText(path: string, bytes: Buffer): void {
  if (!bytes.includes(0)) return
  const hint = 'It must be text in UTF-8, UTF-16 or GB18030.'
  throw new CliError(`${nameOf(path)}: this is not a text file, it holds NUL bytes`, {
    code: 'NOT_TEXT',
    exit: EXIT_CODE.failed,
    hint,
  })
}
