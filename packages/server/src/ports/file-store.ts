/** Why a store refused; the domain gives each its code. */
export type FileFault = 'full' | 'too-large' | 'offset' | 'checksum' | 'missing'

export class FileStoreError extends Error {
  readonly fault: FileFault

  constructor(fault: FileFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'FileStoreError'
    this.fault = fault
  }
}

export interface SealedFile {
  readonly bytes: number
  readonly sha256: string
}

export interface Piece {
  /** Where the piece begins; must be the number of bytes received so far. */
  readonly offset: number
  /** Of the whole file. */
  readonly maxBytes: number
  readonly source: AsyncIterable<Uint8Array>
}

/**
 * Bytes under handles that the server makes up (letters, digits, `_`, `-`): what a user called a file is never part of a path.
 * What was acknowledged is on the disk: pieces and sealed files are synced before a promise resolves.
 */
export interface FileStore {
  /** Appends what arrives, keeping it when the source breaks off; answers how many bytes there are now. */
  receive(handle: string, piece: Piece): Promise<number>
  received(handle: string): Promise<number>
  /** Checks, syncs and renames in one step; a wrong checksum removes what was received. */
  seal(handle: string, sha256?: string): Promise<SealedFile>
  /** Where a worker thread can read a sealed file. */
  locate(handle: string): string

  writeBlob(handle: string, bytes: Uint8Array): Promise<void>
  readBlob(handle: string): Promise<Uint8Array<ArrayBuffer>>

  /** Removes whatever there is under the handle, finished or not; no error where there is nothing. */
  remove(handle: string): Promise<void>
  /** All handles, finished or not. */
  list(): Promise<string[]>
}
