import { FileStoreError, type UploadChunk } from '../../ports/file-store.ts'
import { missing } from './handle.ts'
import { partBytes, type S3Bucket } from './s3-bucket.ts'

/**
 * A file that is still arriving is objects of at most 8 MiB, `incoming/<handle>/<offset>`: every acknowledged byte is in the
 * bucket, and any server can resume. S3's own multipart upload refuses parts below 5 MiB.
 */
export interface S3Chunks {
  append(handle: string, chunk: UploadChunk): Promise<number>
  /** Undefined where nothing has arrived. */
  received(handle: string): Promise<number | undefined>
  /** Throws `missing` if a part of it is gone. */
  read(handle: string): AsyncIterable<Uint8Array>
  remove(handle: string): Promise<void>
}

export function createS3Chunks(bucket: S3Bucket): S3Chunks {
  const folderOf = (handle: string): string => `incoming/${handle}/`
  const keyAt = (handle: string, offset: number): string => folderOf(handle) + String(offset).padStart(16, '0')
  /** Two concurrent chunks would interleave. */
  const receiving = new Set<string>()

  const received = async (handle: string): Promise<number | undefined> => {
    let bytes: number | undefined
    for await (const block of bucket.list(folderOf(handle))) bytes = offsetOf(block.key) + block.bytes
    return bytes
  }

  const appendNext = async (handle: string, chunk: UploadChunk): Promise<number> => {
    const before = (await received(handle)) ?? 0
    if (chunk.offset !== before)
      throw new FileStoreError('offset', `the chunk begins at ${chunk.offset}, but ${before} bytes were received`)
    let bytes = before
    for await (const block of inParts(chunk)) {
      await bucket.put(keyAt(handle, bytes), block)
      bytes += block.length
    }
    if (bytes === 0) await bucket.put(keyAt(handle, 0), new Uint8Array(0))
    return bytes
  }

  return {
    async append(handle, chunk) {
      if (receiving.has(handle)) throw new FileStoreError('offset', 'another chunk of the file is arriving')
      receiving.add(handle)
      try {
        return await appendNext(handle, chunk)
      } finally {
        receiving.delete(handle)
      }
    },
    received,
    async *read(handle) {
      let next = 0
      for await (const { key, bytes } of bucket.list(folderOf(handle))) {
        const stream = offsetOf(key) === next ? await bucket.get(key) : undefined
        if (!stream) throw missing('unfinished', handle)
        yield* stream as AsyncIterable<Uint8Array>
        next += bytes
      }
    },
    async remove(handle) {
      for await (const { key } of bucket.list(folderOf(handle))) await bucket.remove(key)
    },
  }
}

/** Yields the bytes received before a connection breaks, then throws its error. */
async function* inParts(chunk: UploadChunk): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = []
  let size = 0
  let bytes = chunk.offset
  const take = (): Uint8Array => {
    const part = Buffer.concat(pending)
    pending = []
    size = 0
    return part
  }
  let broken: { cause: unknown } | undefined
  try {
    for await (const block of chunk.source) {
      bytes += block.length
      if (bytes > chunk.maxBytes) throw new FileStoreError('too-large', `more than ${chunk.maxBytes} bytes were sent`)
      pending.push(block)
      size += block.length
      if (size >= partBytes) yield take()
    }
  } catch (cause) {
    broken = { cause }
  }
  if (size > 0) yield take()
  if (broken) throw broken.cause
}

export function offsetOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('/') + 1))
}
