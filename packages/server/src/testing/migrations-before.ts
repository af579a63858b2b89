import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '../adapters/database/migrations-folder.ts'

/** Copies into a folder the migrations before the one whose tag ends so; returns the folder. */
export function copyMigrationsBefore(folder: string, tag: string): string {
  cpSync(migrationsFolder, folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const count = journal.entries.findIndex((entry: { tag: string }) => entry.tag.endsWith(tag))
  const entries = journal.entries.slice(0, count)
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  return folder
}
