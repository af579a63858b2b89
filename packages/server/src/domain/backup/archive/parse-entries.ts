import { BackupError, DamagedArchive } from './backup-error.ts'
import { type ArchiveEnd, type ArchiveHead, archiveVersion, endName, headName, type ItemEntry } from './entries.ts'

export function parseHead(content: Buffer): ArchiveHead {
  const head = parse<ArchiveHead>(headName, content.toString())
  if (head.format !== 'omen-backup') throw new BackupError('The file is not a backup of Omen.')
  if (head.version > archiveVersion)
    throw new BackupError(
      `The backup was made by Omen ${head.omen} in a format that this version does not know: update Omen first.`,
    )
  for (const list of ['migrations', 'tables', 'sequences'] as const)
    if (!isListOfObjects(head[list])) throw new DamagedArchive(headName, `its list of ${list} cannot be read`)
  return head
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
}

export function parseIndex(name: string, content: Buffer): ItemEntry[] {
  const lines = content.toString().split('\n')
  if (lines.pop() !== '') throw new DamagedArchive(name, 'its last line is cut off')
  return lines.map((line) => parse<ItemEntry>(name, line))
}

export function parseEnd(content: Buffer): ArchiveEnd {
  const end = parse<ArchiveEnd>(endName, content.toString())
  // Any other formatting of the same values means that a byte was changed.
  const written = `${JSON.stringify({ items: end.items, parts: end.parts, bytes: end.bytes, rows: end.rows, sha256: end.sha256 })}\n`
  if (content.toString() !== written) throw new DamagedArchive(endName, 'it is not as it was written')
  return end
}

function parse<T extends object>(name: string, text: string): T {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as T
  } catch (cause) {
    throw new DamagedArchive(name, 'it cannot be read', cause)
  }
  throw new DamagedArchive(name, 'it cannot be read')
}
