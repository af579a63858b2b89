import type { DatabaseShape } from '../../../ports/database-archive.ts'

/** Members of an archive that are not parts of an item. */
export const HEAD_NAME = 'omen-backup.json'
export const END_NAME = 'end.json'
export const INDEX_FOLDER = 'index/'
export const ARCHIVE_VERSION = 1

/** The first member: what a reader has to know before the first row. */
export interface ArchiveHead extends DatabaseShape {
  readonly format: 'omen-backup'
  readonly version: number
  /** ISO 8601. */
  readonly createdAt: string
  /** The version of the server that wrote it. */
  readonly omen: string
}

/** Items that the store could not return as the database describes them. */
export type ItemFault = 'missing' | 'altered'

/** One table, dataset, file or blob. Counts and checksums are of what was stored, before compression. */
export interface ItemEntry {
  readonly name: string
  readonly parts: number
  readonly bytes: number
  readonly sha256: string
  readonly rows?: number
  /** Of rows whose order may differ after a restore; made by the store itself. */
  readonly checksum?: string
  readonly fault?: ItemFault
}

export interface ArchiveTotals {
  items: number
  parts: number
  bytes: number
  rows: number
}

/** The last member; `sha256` is of every byte of the archive before it. */
export interface ArchiveEnd extends Readonly<ArchiveTotals> {
  readonly sha256: string
}

/** `database/public.files` and 3 make `database/public.files/000003.zst`. */
export function partName(item: string, part: number): string {
  return `${item}/${String(part).padStart(6, '0')}.zst`
}

export function itemOf(member: string): { item: string; part: number } | undefined {
  const match = /^((?:database|points|files|blobs)\/[\w./-]+)\/(\d{6,})\.zst$/.exec(member)
  return match ? { item: match[1]!, part: Number(match[2]) } : undefined
}
