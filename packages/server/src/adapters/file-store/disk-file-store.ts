import { createHash, type Hash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, opendir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type ByteRange,
  type ByteSource,
  type FileKind,
  type FileStore,
  FileStoreError,
  type FoundItem,
  type SealedFile,
  type StoredItem,
  type UploadChunk,
} from '../../ports/file-store.ts'
import { makeFolderDurably, syncFolder } from '../data-folder/durable-folder.ts'
import {
  exists,
  FILE_MODE,
  FOLDER_MODE,
  isMissing,
  moveDurably,
  type OpenFile,
  rethrowDiskError,
  sizeOf,
  toReadError,
  writeAll,
} from './durable-disk.ts'
import { checkHandle, type FoundName, foundName, missing, parseFoundName } from './handle.ts'
import { hashed } from './hashed.ts'

/** One folder per state of a file: incoming, complete, or a blob written by the server. */
const FOLDER_OF = { unfinished: 'incoming', file: 'files', blob: 'blobs' } as const
type FileState = keyof typeof FOLDER_OF

export async function openDiskFileStore(folder: string, openFile: OpenFile = open): Promise<FileStore> {
  const pathOf = (state: FileState, handle: string): string => join(folder, FOLDER_OF[state], checkHandle(handle))
  const foundPath = (item: FoundName): string => join(folder, 'found', foundName(item))
  for (const name of [...Object.values(FOLDER_OF), 'found']) makeFolderDurably(join(folder, name), FOLDER_MODE)
  const chunks = createDiskChunks(openFile)

  /** Path of an incoming file: already moved if a server died before it recorded that the file was complete. */
  const arrivedAt = async (handle: string): Promise<string> =>
    (await exists(pathOf('unfinished', handle))) || !(await exists(pathOf('file', handle)))
      ? pathOf('unfinished', handle)
      : pathOf('file', handle)

  const write = async (kind: FileKind, handle: string, source: ByteSource): Promise<SealedFile> => {
    const path = pathOf('unfinished', handle)
    try {
      const sealed = await writeNew(openFile, path, source)
      await moveDurably(path, pathOf(kind, handle))
      return sealed
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }

  return {
    receive: async (handle, chunk) => chunks.append(pathOf('unfinished', handle), chunk),
    received: async (handle) => sizeOf(await arrivedAt(handle)),

    async seal(handle, sha256) {
      const path = await arrivedAt(handle)
      const bytes = await sizeOf(path)
      const found = await chunks.digest(path, bytes)
      if (sha256 !== undefined && sha256.toLowerCase() !== found) {
        await rm(path, { force: true })
        throw new FileStoreError('checksum', `the bytes received have the SHA-256 ${found}`)
      }
      if (path !== pathOf('file', handle)) await moveDurably(path, pathOf('file', handle))
      return { bytes, sha256: found }
    },

    write,
    open: async (kind, handle, range) => openRange(pathOf(kind, handle), range, () => missing(kind, handle)),
    async readBlob(handle) {
      try {
        return new Uint8Array(await readFile(pathOf('blob', handle)))
      } catch (cause) {
        throw isMissing(cause) ? missing('blob', handle, cause) : toReadError(cause)
      }
    },
    source: (handle) => ({ kind: 'disk', locator: pathOf('file', handle) }),

    async remove(handle) {
      chunks.forget(pathOf('unfinished', handle))
      for (const state of Object.keys(FOLDER_OF) as FileState[]) await rm(pathOf(state, handle), { force: true })
    },
    async *list() {
      for (const state of Object.keys(FOLDER_OF) as FileState[]) yield* itemsIn(join(folder, FOLDER_OF[state]), state)
    },

    async setAside({ kind, handle }, foundAt) {
      chunks.forget(pathOf('unfinished', handle))
      await moveDurably(pathOf(kind, handle), foundPath({ kind, handle, foundAt }))
      await syncFolder(join(folder, FOLDER_OF[kind]))
    },
    found: () => foundIn(join(folder, 'found')),
    async bringBack(item, handle) {
      const path = foundPath(item)
      const bytes = await sizeOf(path)
      const sha256 = await chunks.digest(path, bytes)
      await moveDurably(path, pathOf(item.kind === 'blob' ? 'blob' : 'file', handle))
      return { bytes, sha256 }
    },
    discard: async (item) => rm(foundPath(item), { force: true }),

    async probe() {
      const path = join(folder, `.probe-${randomUUID()}`)
      try {
        await writeNew(openFile, path, [Buffer.from('omen')])
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

async function writeNew(openFile: OpenFile, path: string, source: ByteSource): Promise<SealedFile> {
  const whole = hashed(source)
  const file = await openFile(path, 'w', FILE_MODE).catch(rethrowDiskError)
  try {
    for await (const chunk of whole.stream) await writeAll(file, chunk)
    await file.sync().catch(rethrowDiskError)
  } finally {
    await file.close()
  }
  return whole.sealed()!
}

interface RunningHash {
  readonly hash: Hash
  bytes: number
}

/** Files that are still arriving, each appended to at its path. */
interface DiskChunks {
  append(path: string, chunk: UploadChunk): Promise<number>
  /** SHA-256 in hex of the bytes at a path; a file received in a single request is not read again. */
  digest(path: string, bytes: number): Promise<string>
  forget(path: string): void
}

function createDiskChunks(openFile: OpenFile): DiskChunks {
  const hashes = new Map<string, RunningHash>()
  /** Two concurrent chunks would interleave. */
  const receiving = new Set<string>()

  const appendNext = async (path: string, chunk: UploadChunk): Promise<number> => {
    const before = await sizeOf(path)
    if (chunk.offset !== before)
      throw new FileStoreError('offset', `the chunk begins at ${chunk.offset}, but ${before} bytes were received`)
    if (before === 0) hashes.set(path, { hash: createHash('sha256'), bytes: 0 })
    const file = await openFile(path, 'a', FILE_MODE).catch(rethrowDiskError)
    try {
      return await appendTo(file, chunk, hashes.get(path))
    } finally {
      await file.close()
      // A synced file is still lost in a power cut until its folder entry is synced too.
      if (before === 0) await syncFolder(dirname(path))
    }
  }

  return {
    async append(path, chunk) {
      if (receiving.has(path)) throw new FileStoreError('offset', 'another chunk of the file is arriving')
      receiving.add(path)
      try {
        return await appendNext(path, chunk)
      } finally {
        receiving.delete(path)
      }
    },
    async digest(path, bytes) {
      const known = hashes.get(path)
      hashes.delete(path)
      if (known?.bytes === bytes) return known.hash.digest('hex')
      const hash = createHash('sha256')
      for await (const block of createReadStream(path)) hash.update(block as Buffer)
      return hash.digest('hex')
    },
    forget: (path) => void hashes.delete(path),
  }
}

/** Keeps the bytes received before a connection breaks; a full disk is reported as its own fault. */
async function appendTo(file: FileHandle, chunk: UploadChunk, known: RunningHash | undefined): Promise<number> {
  let bytes = chunk.offset
  try {
    for await (const block of chunk.source) {
      if (bytes + block.length > chunk.maxBytes)
        throw new FileStoreError('too-large', `more than ${chunk.maxBytes} bytes were sent`)
      await writeAll(file, block)
      bytes += block.length
      if (known && known.bytes + block.length === bytes) {
        known.hash.update(block)
        known.bytes = bytes
      }
    }
    return bytes
  } finally {
    await file.sync().catch(rethrowDiskError)
  }
}

const READ_AT_ONCE = 1_048_576

/** The file is open before this resolves, so that a missing one is reported before the first byte is sent. */
async function openRange(
  path: string,
  range: ByteRange | undefined,
  missing: () => Error,
): Promise<AsyncIterable<Uint8Array>> {
  const file = await open(path, 'r').catch((error) => Promise.reject(isMissing(error) ? missing() : toReadError(error)))
  return withFaults(createReadStream(path, { fd: file, highWaterMark: READ_AT_ONCE, ...range }))
}

async function* withFaults(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw toReadError(error)
  }
}

/** Lists one folder entry by entry, so that a hundred thousand files are never held in memory. */
async function* itemsIn(folder: string, kind: StoredItem['kind']): AsyncGenerator<StoredItem> {
  for await (const entry of await opendir(folder)) {
    const about = await aboutFile(join(folder, entry.name))
    if (about) yield { kind, handle: entry.name, ...about }
  }
}

async function* foundIn(folder: string): AsyncGenerator<FoundItem> {
  for await (const entry of await opendir(folder)) {
    const name = parseFoundName(entry.name)
    const about = name && (await aboutFile(join(folder, entry.name)))
    if (name && about) yield { ...name, ...about }
  }
}

/** Undefined for an entry that was removed meanwhile. */
async function aboutFile(path: string): Promise<{ bytes: number; modifiedAt: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { bytes: size, modifiedAt: Math.floor(mtimeMs) }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
