import type { DatabaseArchive } from '../../ports/database-archive.ts'
import type { FileStore } from '../../ports/file-store.ts'
import type { PointArchive } from '../../ports/point-archive.ts'

/** All stores of a server. */
export interface BackupStores {
  readonly database: DatabaseArchive
  readonly points: PointArchive
  readonly files: Pick<FileStore, 'open' | 'write' | 'list'>
}
