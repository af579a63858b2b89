import type { ArchiveEnd, ArchiveHead } from '../../domain/backup/index.ts'
import { megabytes } from './progress.ts'

/** What `--json` prints; the names stay as they are. */
export interface Summary {
  readonly command: 'backup' | 'restore' | 'verify'
  readonly file: string
  /** When the data were as they are in the backup: ISO 8601. */
  readonly createdAt: string
  readonly omen: string
  readonly items: number
  readonly rows: number
  /** Before compression. */
  readonly bytes: number
  /** Of the archive up to its last member. */
  readonly sha256: string
  readonly warnings: readonly string[]
}

export function summarise(
  command: Summary['command'],
  file: string,
  { head, end }: { head: ArchiveHead; end: ArchiveEnd },
  warnings: readonly string[],
): Summary {
  const { items, rows, bytes, sha256 } = end
  return { command, file, createdAt: head.createdAt, omen: head.omen, items, rows, bytes, sha256, warnings }
}

const verbs = { backup: 'Wrote', restore: 'Restored', verify: 'Verified' } as const

export function summaryText({ command, file, createdAt, items, rows, bytes, sha256 }: Summary): string {
  return `${verbs[command]} ${file}: ${items} items, ${rows} rows, ${megabytes(bytes)}, as of ${createdAt}\nSHA-256 ${sha256}\n`
}
