import { type ArchiveHead, faultSentence, readArchive } from '../../domain/backup/index.ts'
import { readInput } from './input.ts'
import type { Terminal } from './terminal.ts'

/** Reads a backup to its end; it needs no server and no settings. */
export async function verifyBackup(file: string, terminal: Terminal): Promise<boolean> {
  const { progress } = terminal
  let head: ArchiveHead | undefined
  const end = await readArchive(readInput(file), {
    head(read) {
      head = read
    },
    part: (item, bytes) => progress.part(item, bytes.length),
    item(entry) {
      if (entry.fault) progress.warn(faultSentence(entry))
    },
  })
  terminal.finish('verify', file, { head: head!, end })
  return terminal.warnings.length === 0
}
