import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { ParsedFile, ParseLimits } from '../../ports/compute.ts'
import type { FileSource } from '../../ports/file-store.ts'
import { hashed } from '../file-store/hashed.ts'
import { openSource } from '../file-store/open-source.ts'

export type Refused = Extract<ParsedFile, { kind: 'refused' }>

/** So many bytes tell what a file is. */
export const KEPT_FOR_SNIFFING = 1_048_576
/** Up to this size any compression ratio is accepted: a short file of zeros also compresses by a factor of hundreds. */
const BYTES_BEFORE_RATIO = 64 * 1_048_576

interface Content {
  /** Decompressed if it is gzip, which is recognised by the first two bytes, not by the file's name. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Of the stored file; undefined until it has been read to its end. */
  sha256(): string | undefined
}

interface Limited {
  readonly source: FileSource
  readonly limits: Pick<ParseLimits, 'maxDecompressedBytes' | 'maxCompressionRatio'>
  onProgress(bytes: number): void
}

/** Yields the decompressed bytes while they stay within the limits; `head` receives the first of them. */
export async function openLimited({ source, limits, onProgress }: Limited, head: Uint8Array[]): Promise<Content> {
  const { maxDecompressedBytes, maxCompressionRatio } = limits
  let received = 0
  const content = await openContent(source, (count) => {
    received = count
    onProgress(count)
  })
  async function* limited(): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const chunk of content.bytes) {
      if (bytes < KEPT_FOR_SNIFFING) head.push(chunk)
      bytes += chunk.length
      if (bytes > maxDecompressedBytes) throw tooLarge(`is larger than ${maxDecompressedBytes} bytes when decompressed`)
      if (bytes > BYTES_BEFORE_RATIO && bytes > received * maxCompressionRatio)
        throw tooLarge(`decompresses to more than ${maxCompressionRatio} times its size`)
      yield chunk
    }
  }
  return { bytes: limited(), sha256: content.sha256 }
}

/** Bytes available to format detection, however short the store's first read is: at least one line of the file. */
const HEAD_BYTES = 65_536

async function openContent(source: FileSource, onProgress: (bytes: number) => void): Promise<Content> {
  const { head, rest } = await takeHead(await openSource(source))
  const whole = hashed(counted(head, rest, onProgress))
  const sha256 = (): string | undefined => whole.sealed()?.sha256
  if (head[0] !== 0x1f || head[1] !== 0x8b) return { bytes: whole.stream, sha256 }
  // Its errors come out of the stream that is read; the pipeline closes the file when that one ends, however it ends.
  return { bytes: pipeline(whole.stream, createGunzip({ chunkSize: 262_144 }), () => {}), sha256 }
}

async function takeHead(file: Readable): Promise<{ head: Uint8Array; rest: AsyncIterableIterator<Uint8Array> }> {
  const rest = file[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>
  const chunks: Uint8Array[] = []
  for (let bytes = 0; bytes < HEAD_BYTES; bytes += chunks.at(-1)!.length) {
    const { done, value } = await rest.next()
    if (done) break
    chunks.push(value)
  }
  return { head: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks), rest }
}

async function* counted(
  head: Uint8Array,
  rest: AsyncIterableIterator<Uint8Array>,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = head.length
  onProgress(bytes)
  if (head.length > 0) yield head
  for await (const chunk of rest) {
    bytes += chunk.length
    onProgress(bytes)
    yield chunk
  }
}

export class Refusal extends Error {
  readonly refused: Refused

  constructor(code: Refused['code'], reason: string) {
    super(reason)
    this.refused = { kind: 'refused', code, line: 0, column: 0, reason }
  }
}

/** What is wrong with the content of a file; another error is thrown. */
export function refusedContent(error: unknown): Refused {
  if (error instanceof Refusal) return error.refused
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (!code.startsWith('Z_')) throw error
  const reason = code === 'Z_BUF_ERROR' ? 'the gzip file is cut off' : 'the gzip file is damaged'
  return { kind: 'refused', code: 'GZIP_DAMAGED', line: 0, column: 0, reason }
}

function tooLarge(reason: string): Refusal {
  return new Refusal('DECOMPRESSED_TOO_LARGE', `the file ${reason}`)
}
