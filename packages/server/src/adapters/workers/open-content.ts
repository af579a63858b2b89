import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FileSource } from '../../ports/file-store.ts'
import { hashed } from '../file-store/hashed.ts'
import { openSource } from '../file-store/open-source.ts'

/** Bytes available to format detection, however short the store's first read is: at least one line of the file. */
const headBytes = 65_536

export interface Content {
  /** Decompressed if it is gzip, which is recognised by the first two bytes, not by the file's name. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Of the stored file; undefined until it has been read to its end. */
  sha256(): string | undefined
}

export async function openContent(source: FileSource, onProgress: (bytes: number) => void): Promise<Content> {
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
  for (let bytes = 0; bytes < headBytes; bytes += chunks.at(-1)!.length) {
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
