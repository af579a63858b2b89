import { type CallOptions, type CursorQuery, eachItem, given, type Paged } from '../pages.ts'
import { resource } from '../resource.ts'
import { type StoreBlobOptions, storeBlob } from '../store-blob.ts'
import type { Transport } from '../transport.ts'
import type { FileReceipt, Preview, RejectedLine, StoredFile } from '../types.ts'

/** Filter of files: a part of the name, the SHA-256 of the content in hex. */
export type FileQuery = CursorQuery & { q?: string | undefined; sha256?: string | undefined }

/** Uploaded files. A file of the file system is sent by `storePath` of `@omen/sdk/node`. */
export interface Files {
  /** Stores a file in chunks, with progress; a lost connection is resumed at the offset that the server has received. */
  store(file: Blob, options?: StoreBlobOptions): Promise<FileReceipt>
  /** Newest first. */
  list(query?: FileQuery, options?: CallOptions): Promise<Paged<StoredFile>>
  listAll(query?: FileQuery, options?: CallOptions): AsyncGenerator<StoredFile, void, undefined>
  /** One file; `preview` is set once it has been read. */
  get(filename: string, options?: CallOptions): Promise<{ file: StoredFile; preview?: Preview }>
  /** The rejected lines with their text, the first 100, and how many there are. */
  rejected(filename: string, options?: CallOptions): Promise<{ rejected: RejectedLine[]; rejectedRows: number }>
  /** Deletes a file; models and detections made from it stay. */
  delete(filename: string, options?: CallOptions): Promise<void>
}

/** The file operations of a client. */
export function files(transport: Transport): Files {
  const collection = resource(transport, '/files')
  const list: Files['list'] = async ({ page, ...query } = {}, options) => {
    const answer = await collection.list(page, given(query), options)
    return { items: answer.files, ...answer.page }
  }
  return {
    store: (file, options) => storeBlob(transport, file, options),
    list,
    listAll: (query, options) => eachItem((page, cursor) => list({ ...query, page, cursor }, options)),
    get: (filename, options) => collection.get(filename, options),
    rejected: (filename, options) =>
      transport.unwrap(
        transport.client.GET('/files/{filename}/rejected', { params: { path: { filename } }, ...options }),
      ),
    async delete(filename, options) {
      const init = { params: { path: { filename } }, ...options }
      await transport.unwrap(transport.client.DELETE('/files/{filename}', init))
    },
  }
}
