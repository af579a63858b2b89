import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../adapters/database/open-database.ts'

const VARIABLE = 'OMEN_TEST_DATABASE_TEMPLATE'

/**
 * For Vitest: makes one database for the run, since a new one takes seconds and a copy milliseconds. One that the
 * environment names already is used.
 */
export default async function setup(): Promise<() => void> {
  if (process.env[VARIABLE] !== undefined) return () => {}
  const folder = mkdtempSync(join(tmpdir(), 'omen-template-'))
  const template = join(folder, 'postgres')
  const database = await openDatabase({ url: null, folder: template })
  await database.close()
  process.env[VARIABLE] = template
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Does nothing where there is no template, or a database already. */
export function copyDatabaseTemplate(folder: string): void {
  const template = process.env[VARIABLE]
  if (template !== undefined && !existsSync(folder)) cpSync(template, folder, { recursive: true })
}
