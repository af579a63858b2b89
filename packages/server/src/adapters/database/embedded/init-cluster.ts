import { execFile } from 'node:child_process'
import { chmod, readdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../../data-folder/durable-folder.ts'
import type { Identity } from './identity.ts'
import { startError } from './start-error.ts'

const run = promisify(execFile)

/** Unicode rules of PostgreSQL's own, so that a folder can move to a machine with other locales. */
const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Makes the folder of a new database, or does nothing where there is one. It gets its name when it is whole, so that a death
 * on the way leaves nothing that looks like a database.
 */
export async function initCluster(folder: string, initdb: string, identity: Identity): Promise<void> {
  // A copied folder may be open to others, which PostgreSQL refuses.
  const names = await readdir(folder).catch((): string[] => [])
  const missing = ['PG_VERSION', 'postgresql.conf'].filter((name) => !names.includes(name))
  if (missing.length === 0) return chmod(folder, 0o700)
  if (names.length > 0) throw startError(folder, `could not find ${missing.join(' and ')}`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const args = ['-D', unfinished, '-U', 'omen', '--auth=trust', '--wal-segsize=4', ...locale]
  const [command, ...rest] = [...identity.prefix, initdb, ...args]
  await run(command!, rest, { ...identity.options, cwd: '/' }).catch((error: NodeJS.ErrnoException) => {
    throw typeof error.code === 'string' ? error : startError(folder, error.message)
  })
  await rename(unfinished, folder)
  await syncFolder(dirname(folder))
}
