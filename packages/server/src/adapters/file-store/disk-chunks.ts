import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FileStoreError, type UploadChunk } from '../../ports/file-store.ts'
import { syncFolder } from '../data-folder/durable-folder.ts'
import { fileMode, type OpenFile, rethrowDiskError, sizeOf, writeAll } from './durable-disk.ts'

interface RunningHash {
  readonly hash: Hash
  bytes: number
}

/** Files that are still arriving, each appended to at its path. */
export interface DiskChunks {
  append(path: string, chunk: UploadChunk): Promise<number>
  /** SHA-256 in hex of the bytes at a path; a file received in a single request is not read again. */
  digest(path: string, bytes: number): Promise<string>
  forget(path: string): void
}

export function createDiskChunks(openFile: OpenFile): DiskChunks {
  const hashes = new Map<string, RunningHash>()
  /** Two concurrent chunks would interleave. */
  const receiving = new Set<string>()

  const appendNext = async (path: string, chunk: UploadChunk): Promise<number> => {
    const before = await sizeOf(path)
    if (chunk.offset !== before)
      throw new FileStoreError('offset', `the chunk begins at ${chunk.offset}, but ${before} bytes were received`)
    if (before === 0) hashes.set(path, { hash: createHash('sha256'), bytes: 0 })
    const file = await openFile(path, 'a', fileMode).catch(rethrowDiskError)
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
