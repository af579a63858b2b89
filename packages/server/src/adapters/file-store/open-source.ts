import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { FileSource } from '../../ports/file-store.ts'

/** Large enough that 200 MB cost two hundred reads. */
const READ_AT_ONCE = 1_048_576

/** Opens a source of the store in a worker thread. */
export async function openSource(source: FileSource): Promise<Readable> {
  switch (source.kind) {
    case 'disk':
      return createReadStream(source.locator, { highWaterMark: READ_AT_ONCE })
    case 's3':
      return (await import('./s3-file-store.ts')).openS3Source(source)
  }
}
