/** Why a store rejected a request; the domain maps each fault to a code. `unreadable`: the disk itself fails. */
export type FileFault = 'full' | 'too-large' | 'offset' | 'checksum' | 'missing' | 'unreadable'

export class FileStoreError extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'FileStoreError'
    this.fault = fault
  }
}

/** An uploaded file, or something small that the server wrote itself: the weights of a model. */
export type FileKind = 'file' | 'blob'

export interface SealedFile {
  readonly bytes: number
  readonly sha256: string
}

export interface UploadChunk {
  /** Offset of the chunk; must equal the number of bytes received so far. */
  readonly offset: number
  /** Of the whole file. */
  readonly maxBytes: number
  readonly source: AsyncIterable<Uint8Array>
}

/** Bytes `start` to `end`, both included; `end` is the last byte where it is missing. */
export interface ByteRange {
  readonly start: number
  readonly end?: number
}

/**
 * How a worker thread opens a file by itself: plain data to post to it. Only adapters look inside; it may hold the store's
 * credentials, so it is neither logged nor stored.
 */
export interface FileSource {
  readonly kind: 'disk' | 's3'
  readonly locator: string
}

export interface StoredItem {
  readonly kind: FileKind | 'unfinished'
  readonly handle: string
  readonly bytes: number
  /** Epoch milliseconds of the last write. */
  readonly modifiedAt: number
}

/** A file that no row referenced: set aside, and kept until an operator decides. */
export interface FoundItem extends StoredItem {
  /** Epoch milliseconds. */
  readonly foundAt: number
}

/**
 * Bytes under handles that the server makes up (letters, digits, `_`, `-`): what a user called a file is never part of a path.
 * What was acknowledged is on the disk: chunks and sealed files are synced before a promise resolves. No caller sees a path.
 */
export interface FileStore {
  /** Appends a chunk, keeping the received bytes if the source breaks off; returns the new size. */
  receive(handle: string, chunk: UploadChunk): Promise<number>
  /** Size of a file, sealed or not. */
  received(handle: string): Promise<number>
  /** Verifies, syncs and renames in one step; a wrong checksum deletes the received bytes. A sealed file may be sealed again. */
  seal(handle: string, sha256?: string): Promise<SealedFile>

  /** Writes a whole file or blob, replacing any existing one; nothing is kept if the source breaks off. */
  write(kind: FileKind, handle: string, source: ByteSource): Promise<SealedFile>
  /** Rejects with `missing` before the first byte if there is none. A stream not read to its end must be destroyed. */
  open(kind: FileKind, handle: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>
  readBlob(handle: string): Promise<Uint8Array<ArrayBuffer>>
  /** For a complete uploaded file. */
  source(handle: string): FileSource

  /** Removes everything under the handle, complete or not; no error if there is nothing. */
  remove(handle: string): Promise<void>
  /** Everything stored, complete or not, except what was set aside. */
  list(): AsyncIterable<StoredItem>

  /** Sets a file aside without changing its bytes. */
  setAside(item: Pick<StoredItem, 'kind' | 'handle'>, foundAt: number): Promise<void>
  found(): AsyncIterable<FoundItem>
  /** Brings back what was set aside under the new `handle`: a blob as a blob, anything else as a complete file. */
  bringBack(item: Pick<FoundItem, 'kind' | 'handle' | 'foundAt'>, handle: string): Promise<SealedFile>
  discard(item: Pick<FoundItem, 'kind' | 'handle' | 'foundAt'>): Promise<void>

  /** A small synced write; rejects if the store is not writable. */
  probe(): Promise<void>
}

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
