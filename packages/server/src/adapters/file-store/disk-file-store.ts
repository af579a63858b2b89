import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStore, FileStoreError, type Piece, type SealedFile } from '../../ports/file-store.ts'

/** Opens a file to write; tests pass one that runs out of space. */
export type OpenFile = (path: string, flags: string) => Promise<FileHandle>

const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Files in a folder: `incoming/<handle>` while they arrive, `files/<handle>` when whole, `blobs/<handle>` for small ones. */
export async function openDiskFileStore(folder: string, openFile: OpenFile = open): Promise<FileStore> {
  const places = ['incoming', 'files', 'blobs'] as const
  const place = (kind: (typeof places)[number], handle: string): string => join(folder, kind, checkHandle(handle))
  for (const kind of places) await mkdir(join(folder, kind), { recursive: true })

  /** Hashes of what this process has received, so that a file that arrived in one go is not read again. */
  const hashes = new Map<string, { hash: Hash; bytes: number }>()
  /** Two pieces at once would be woven into each other. */
  const receiving = new Set<string>()

  const hashOf = async (handle: string, bytes: number): Promise<string> => {
    const known = hashes.get(handle)
    hashes.delete(handle)
    if (known?.bytes === bytes) return known.hash.digest('hex')
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(place('incoming', handle))) hash.update(chunk as Buffer)
    return hash.digest('hex')
  }

  return {
    async receive(handle, piece) {
      const path = place('incoming', handle)
      if (receiving.has(handle)) throw new FileStoreError('offset', 'another piece of the file is arriving')
      receiving.add(handle)
      try {
        const before = await sizeOf(path)
        if (piece.offset !== before)
          throw new FileStoreError('offset', `the piece begins at ${piece.offset}, but ${before} bytes were received`)
        if (before === 0) hashes.set(handle, { hash: createHash('sha256'), bytes: 0 })
        const file = await openFile(path, 'a').catch(explainDisk)
        try {
          return await append(file, piece, hashes.get(handle))
        } finally {
          await file.close()
        }
      } finally {
        receiving.delete(handle)
      }
    },

    received: (handle) => sizeOf(place('incoming', handle)),

    async seal(handle, sha256): Promise<SealedFile> {
      const path = place('incoming', handle)
      const bytes = await sizeOf(path)
      const found = await hashOf(handle, bytes)
      if (sha256 !== undefined && sha256.toLowerCase() !== found) {
        await rm(path, { force: true })
        throw new FileStoreError('checksum', `the bytes received have the SHA-256 ${found}`)
      }
      await moveDurably(path, place('files', handle))
      return { bytes, sha256: found }
    },

    locate: (handle) => place('files', handle),

    async writeBlob(handle, bytes) {
      const path = place('incoming', handle)
      try {
        const file = await openFile(path, 'w').catch(explainDisk)
        try {
          await writeAll(file, bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await moveDurably(path, place('blobs', handle))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    async readBlob(handle) {
      try {
        return new Uint8Array(await readFile(place('blobs', handle)))
      } catch (cause) {
        throw new FileStoreError('missing', `there is no blob ${handle}`, cause)
      }
    },

    async remove(handle) {
      hashes.delete(handle)
      for (const kind of places) await rm(place(kind, handle), { force: true })
    },
    async list() {
      const names = await Promise.all(places.map((kind) => readdir(join(folder, kind))))
      return [...new Set(names.flat())]
    },
  }
}

/** Keeps what arrived before a break; a disk that is full is told by its own fault. */
async function append(
  file: FileHandle,
  piece: Piece,
  known: { hash: Hash; bytes: number } | undefined,
): Promise<number> {
  let bytes = piece.offset
  try {
    for await (const chunk of piece.source) {
      if (bytes + chunk.length > piece.maxBytes)
        throw new FileStoreError('too-large', `more than ${piece.maxBytes} bytes arrive`)
      await writeAll(file, chunk)
      bytes += chunk.length
      if (known && known.bytes + chunk.length === bytes) {
        known.hash.update(chunk)
        known.bytes = bytes
      }
    }
    return bytes
  } finally {
    await file.sync().catch(explainDisk)
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, at).catch(explainDisk)
    at += bytesWritten
  }
}

/** The rename itself must reach the disk too: a folder is synced like a file. */
async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  const folder = await open(dirname(to), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch {
    return 0
  }
}

function explainDisk(cause: NodeJS.ErrnoException): never {
  if (fullCodes.has(cause.code ?? '')) throw new FileStoreError('full', 'there is no space left for the file', cause)
  throw cause
}

function checkHandle(handle: string): string {
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(handle)) throw new FileStoreError('missing', `'${handle}' is not a handle`)
  return handle
}
