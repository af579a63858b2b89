import type { FileStore } from '../../ports/file-store.ts'
import { openDiskFileStore } from './disk-file-store.ts'

export interface FileStoreLocation {
  /** A store that speaks S3; without it `folder`. */
  readonly url: string | null
  readonly folder: string
}

/** The S3 client is only loaded where it is used. */
export async function openFileStore({ url, folder }: FileStoreLocation): Promise<FileStore> {
  if (url === null) return openDiskFileStore(folder)
  const { openS3FileStore } = await import('./s3-file-store.ts')
  return openS3FileStore(url)
}
