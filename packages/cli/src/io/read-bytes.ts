import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'
import { prepend } from './prepend.ts'
import { requireNoFolder } from './require-regular.ts'

const BLOCK_BYTES = 65_536

/** The name of a path in messages. */
export const nameOf = (path: string): string => (path === '-' ? 'standard input' : path)

/**
 * The bytes of a file, or of standard input for "-". Unpacked where the name ends in `.gz` or the first two bytes are
 * those of gzip, so that compressed standard input works too. Throws a CliError with GZIP_DAMAGED where unpacking fails,
 * one with NOT_A_FILE for a named pipe or a device, and one with EISDIR for a folder.
 */
export async function* readBytes(path: string, stdin: Readable): AsyncGenerator<Buffer> {
  if (path !== '-') await requireNoFolder(path)
  yield* unpacked(path, path === '-' ? buffers(stdin) : buffers(createReadStream(path, { highWaterMark: BLOCK_BYTES })))
}

/** The same for a reader that is done with each block when it asks for the next one: the blocks of a file share their memory. */
export async function* readBlocks(path: string, stdin: Readable): AsyncGenerator<Buffer> {
  if (path !== '-') await requireNoFolder(path)
  yield* unpacked(path, path === '-' ? buffers(stdin) : sharedBlocks(path))
}

async function* sharedBlocks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
  try {
    for (;;) {
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES)
      if (bytesRead === 0) return
      yield block.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

async function* unpacked(path: string, chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const first = await chunks.next()
  if (first.done) return
  const isPacked = path.endsWith('.gz') || (first.value[0] === 0x1f && first.value[1] === 0x8b)
  const rest = prepend([first.value], chunks)
  if (!isPacked) return yield* rest
  try {
    yield* unpack(copies(rest))
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? damaged(path, error) : error
  }
}

async function* buffers(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    const block = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (block.length > 0) yield block
  }
}

/** What unpacks reads ahead. */
async function* copies(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const block of blocks) yield Buffer.from(block)
}

async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed)
  const gunzip = createGunzip({ chunkSize: 262_144 })
  source.on('error', (error) => gunzip.destroy(error))
  try {
    yield* source.pipe(gunzip)
  } finally {
    source.destroy()
  }
}

function damaged(path: string, cause: unknown): CliError {
  const isCut = (cause as NodeJS.ErrnoException).code === 'Z_BUF_ERROR'
  return new CliError(`${nameOf(path)}: the gzip file is ${isCut ? 'cut off' : 'damaged'}`, {
    code: 'GZIP_DAMAGED',
    exit: EXIT_CODE.failed,
    hint: 'Pack or copy the file again.',
    cause,
  })
}
