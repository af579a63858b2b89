import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import {
  type FileKind,
  type FileSource,
  type FileStore,
  FileStoreError,
  type FoundItem,
  type StoredItem,
  type UploadChunk,
} from '../../ports/file-store.ts'
import { checkHandle, type FoundName, foundName, missing, parseFoundName } from './handle.ts'
import { hashed } from './hashed.ts'
import { parseS3Address } from './s3-address.ts'
import { createS3Bucket, PART_BYTES, type S3Bucket } from './s3-bucket.ts'

const FOLDER_OF = { file: 'files', blob: 'blobs' } as const
const keyOf = (kind: FileKind, handle: string): string => `${FOLDER_OF[kind]}/${checkHandle(handle)}`
const foundKey = (item: FoundName): string => `found/${foundName(item)}`

/** Files in a bucket of any store that speaks S3. `locator` of a source is the address with the file's handle as fragment. */
export async function openS3FileStore(url: string): Promise<FileStore> {
  const bucket = createS3Bucket(parseS3Address(url))
  await bucket.check()
  const chunks = createS3Chunks(bucket)

  const store: FileStore = {
    receive: async (handle, chunk) => chunks.append(checkHandle(handle), chunk),
    received: async (handle) =>
      (await chunks.received(checkHandle(handle))) ?? (await bucket.sizeOf(keyOf('file', handle))) ?? 0,
    async seal(handle, sha256) {
      const isArriving = (await chunks.received(checkHandle(handle))) !== undefined
      const source = isArriving ? chunks.read(handle) : await openObject(bucket, 'file', handle)
      const whole = hashed(source, (sealed) => requireSha256(sealed.sha256, sha256))
      try {
        if (isArriving) await bucket.upload(keyOf('file', handle), whole.stream)
        else for await (const _ of whole.stream);
      } catch (error) {
        if (error instanceof FileStoreError && error.fault === 'checksum') await chunks.remove(handle)
        throw error
      }
      await chunks.remove(handle)
      return whole.sealed()!
    },

    async write(kind, handle, source) {
      const whole = hashed(source)
      await bucket.upload(keyOf(kind, handle), whole.stream)
      return whole.sealed()!
    },
    open: (kind, handle, range) => openObject(bucket, kind, handle, range),
    readBlob: async (handle) => new Uint8Array(await buffer(await openObject(bucket, 'blob', handle))),
    source: (handle) => ({ kind: 's3', locator: `${url}#${checkHandle(handle)}` }),

    async remove(handle) {
      await chunks.remove(checkHandle(handle))
      for (const kind of ['file', 'blob'] as const) await bucket.remove(keyOf(kind, handle))
    },
    async *list() {
      yield* unfinishedIn(bucket)
      for (const kind of ['file', 'blob'] as const)
        for await (const { key, ...about } of bucket.list(`${FOLDER_OF[kind]}/`))
          yield { kind, handle: key.slice(key.indexOf('/') + 1), ...about }
    },

    async setAside({ kind, handle }, foundAt) {
      const to = foundKey({ kind, handle, foundAt })
      if (kind !== 'unfinished') return bucket.move(keyOf(kind, handle), to)
      await bucket.upload(to, chunks.read(checkHandle(handle)))
      await chunks.remove(handle)
    },
    async *found() {
      for await (const { key, ...about } of bucket.list('found/')) {
        const name = parseFoundName(key.slice('found/'.length))
        if (name) yield { ...name, ...about } satisfies FoundItem
      }
    },
    async bringBack(item, handle) {
      const stream = await bucket.get(foundKey(item))
      if (!stream) throw missing(item.kind, item.handle)
      const sealed = await store.write(item.kind === 'blob' ? 'blob' : 'file', handle, stream)
      await bucket.remove(foundKey(item))
      return sealed
    },
    discard: (item) => bucket.remove(foundKey(item)),

    async probe() {
      const key = `probe/${randomUUID()}`
      await bucket.put(key, Buffer.from('omen'))
      await bucket.remove(key)
    },
  }
  return store
}

/** Opens a source of this store in a worker thread. */
export async function openS3Source({ locator }: FileSource) {
  const [url, handle] = locator.split('#') as [string, string]
  return openObject(createS3Bucket(parseS3Address(url)), 'file', handle)
}

async function openObject(bucket: S3Bucket, kind: FileKind, handle: string, range?: Parameters<S3Bucket['get']>[1]) {
  const stream = await bucket.get(keyOf(kind, handle), range)
  if (!stream) throw missing(kind, handle)
  return stream
}

function requireSha256(found: string, expected: string | undefined): void {
  if (expected !== undefined && expected.toLowerCase() !== found)
    throw new FileStoreError('checksum', `the bytes received have the SHA-256 ${found}`)
}

/** Objects come in the order of their keys, so the chunks of one file follow each other. */
async function* unfinishedIn(bucket: S3Bucket): AsyncGenerator<StoredItem> {
  let current: StoredItem | undefined
  for await (const { key, bytes, modifiedAt } of bucket.list('incoming/')) {
    const handle = key.split('/')[1]!
    if (current && current.handle !== handle) yield current
    current = { kind: 'unfinished', handle, bytes: offsetOf(key) + bytes, modifiedAt }
  }
  if (current) yield current
}

/**
 * A file that is still arriving is objects of at most 8 MiB, `incoming/<handle>/<offset>`: every acknowledged byte is in the
 * bucket, and any server can resume. S3's own multipart upload refuses parts below 5 MiB.
 */
interface S3Chunks {
  append(handle: string, chunk: UploadChunk): Promise<number>
  /** Undefined where nothing has arrived. */
  received(handle: string): Promise<number | undefined>
  /** Throws `missing` if a part of it is gone. */
  read(handle: string): AsyncIterable<Uint8Array>
  remove(handle: string): Promise<void>
}

function createS3Chunks(bucket: S3Bucket): S3Chunks {
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
      if (size >= PART_BYTES) yield take()
    }
  } catch (cause) {
    broken = { cause }
  }
  if (size > 0) yield take()
  if (broken) throw broken.cause
}

function offsetOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('/') + 1))
}
