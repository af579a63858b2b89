import { readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { JournalDamage } from '../../ports/point-store.ts'
import { makeFolderDurably, syncFolder } from '../data-folder/durable-folder.ts'

/** Why a file of a journal was set aside. */
export type AsideCause = 'changed' | 'refused' | 'unreadable'

const REASONS: Record<AsideCause, string> = {
  changed: 'what lies on the disk is not what was written; the rest of it is in the table',
  refused: 'the table refused it',
  unreadable: 'the disk cannot read it',
}
const NUMBER_DIGITS = 12
/** `<journal>-<number>.<cause>`; without the cause where an older version set it aside. */
const NAME_PATTERN = /^([a-z_]+)-(\d{12})(?:\.(changed|refused|unreadable))?$/

/** Moves a file of a journal to `found`, under a name that no other one gets there. Gives that name. */
export async function setJournalFileAside(path: string, found: string, cause: AsideCause): Promise<string> {
  const name = `${basename(dirname(path))}-${basename(path)}.${cause}`
  makeFolderDurably(found, 0o700)
  await rename(path, join(found, name))
  await syncFolder(found)
  await syncFolder(dirname(path))
  return name
}

export function journalFileName(number: number): string {
  return String(number).padStart(NUMBER_DIGITS, '0')
}

/** The highest number that a file of a journal had which was set aside; 0 for none. */
export async function lastNumberIn(found: string, journal: string): Promise<number> {
  const names = (await namesIn(found)).map((name) => NAME_PATTERN.exec(name))
  return Math.max(0, ...names.map((match) => (match?.[1] === journal ? Number(match[2]) : 0)))
}

/** The files of journals that were set aside, among others that lie there. */
export async function listJournalDamage(found: string): Promise<JournalDamage[]> {
  const damage: JournalDamage[] = []
  for (const part of (await namesIn(found)).sort()) {
    const [, table, , cause] = NAME_PATTERN.exec(part) ?? []
    // One that is deleted meanwhile is no longer there
    const file = table === undefined ? undefined : await stat(join(found, part)).catch(() => undefined)
    if (table === undefined || file === undefined) continue
    const reason = cause === undefined ? `${REASONS.changed}, or ${REASONS.refused}` : REASONS[cause as AsideCause]
    damage.push({ kind: 'journal', table, part, reason, bytes: file.size, writtenAt: file.mtimeMs })
  }
  return damage
}

async function namesIn(found: string): Promise<string[]> {
  return readdir(found).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
