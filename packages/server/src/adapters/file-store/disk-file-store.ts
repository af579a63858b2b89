import { randomUUID } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ByteSource,
  type FileKind,
  type FileStore,
  FileStoreError,
  type SealedFile,
} from '../../ports/file-store.ts'
import { makeFolderDurably, syncFolder } from '../data-folder/durable-folder.ts'
import { createDiskChunks } from './disk-chunks.ts'
import { foundIn, itemsIn, openRange } from './disk-items.ts'
import {
  exists,
  fileMode,
  folderMode,
  isMissing,
  moveDurably,
  type OpenFile,
  rethrowDiskError,
  sizeOf,
  toReadError,
  writeAll,
} from './durable-disk.ts'
import { checkHandle, type FoundName, foundName, missing } from './handle.ts'
import { hashed } from './hashed.ts'

/** One folder per state of a file: incoming, complete, or a blob written by the server. */
const folderOf = { unfinished: 'incoming', file: 'files', blob: 'blobs' } as const
type FileState = keyof typeof folderOf

export async function openDiskFileStore(folder: string, openFile: OpenFile = open): Promise<FileStore> {
  const pathOf = (state: FileState, handle: string): string => join(folder, folderOf[state], checkHandle(handle))
  const foundPath = (item: FoundName): string => join(folder, 'found', foundName(item))
  for (const name of [...Object.values(folderOf), 'found']) makeFolderDurably(join(folder, name), folderMode)
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
      for (const state of Object.keys(folderOf) as FileState[]) await rm(pathOf(state, handle), { force: true })
    },
    async *list() {
      for (const state of Object.keys(folderOf) as FileState[]) yield* itemsIn(join(folder, folderOf[state]), state)
    },

    async setAside({ kind, handle }, foundAt) {
      chunks.forget(pathOf('unfinished', handle))
      await moveDurably(pathOf(kind, handle), foundPath({ kind, handle, foundAt }))
      await syncFolder(join(folder, folderOf[kind]))
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
  const file = await openFile(path, 'w', fileMode).catch(rethrowDiskError)
  try {
    for await (const chunk of whole.stream) await writeAll(file, chunk)
    await file.sync().catch(rethrowDiskError)
  } finally {
    await file.close()
  }
  return whole.sealed()!
}
