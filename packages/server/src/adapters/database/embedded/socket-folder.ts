import { createHash } from 'node:crypto'
import { chmod, chown, lstat, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFolderDurably } from '../../data-folder/durable-folder.ts'
import type { Identity } from './identity.ts'

/** The operating system's limit on a socket's path, with its closing NUL (104 on macOS, 108 on Linux). */
const maxPathBytes = 104
const socketName = '.s.PGSQL.5432'

/** The folder of PostgreSQL's socket: beside the data, or a short one in the temporary folder where that path is too long. */
export async function makeSocketFolder(data: string, identity: Identity): Promise<string> {
  const folder = await shortEnough(data)
  makeFolderDurably(folder, 0o700)
  const { uid } = await lstat(folder)
  const allowed = [process.getuid?.() ?? uid, identity.owner?.uid]
  if (!allowed.includes(uid)) throw new Error(`${folder} belongs to somebody else: remove it, or set TMPDIR.`)
  await chmod(folder, 0o700)
  if (identity.owner) await chown(folder, identity.owner.uid, identity.owner.gid)
  return folder
}

/**
 * Removes the lock that a killed PostgreSQL leaves beside its socket: another program may have its process id by now. The
 * caller holds the folder, and no PostgreSQL runs on it.
 */
export async function removeSocketLock(folder: string): Promise<void> {
  await rm(join(folder, `${socketName}.lock`), { force: true })
}

async function shortEnough(data: string): Promise<string> {
  const beside = join(data, 'socket')
  if (Buffer.byteLength(join(beside, socketName)) < maxPathBytes) return beside
  const name = createHash('sha256').update(data).digest('hex').slice(0, 16)
  return join(await realpath(tmpdir()), `omen-${name}`)
}
