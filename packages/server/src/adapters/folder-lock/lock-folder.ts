import { accessSync, chmodSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '../../ports/operator-error.ts'
import { makeFolderDurably } from '../data-folder/durable-folder.ts'

export interface LockHolder {
  pid: number
  host: string
  /** ISO 8601. */
  since: string
}

export interface FolderLock {
  release(): void
}

export class FolderLocked extends OperatorError {
  readonly holder: LockHolder | null

  constructor(folder: string, holder: LockHolder | null) {
    const who = holder ? `process ${holder.pid} on ${holder.host}, since ${holder.since}` : 'another process'
    super(
      `The data folder ${folder} is in use by ${who}. Stop that server first, or choose another folder with OMEN_DATA.`,
    )
    this.name = 'FolderLocked'
    this.holder = holder
  }
}

/** Keeps the handle reachable: a collected handle would release its lock. */
const held = new Set<DatabaseSync>()

/**
 * Takes the folder for this process alone. The lock is the operating system's own, held through SQLite: it ends with the
 * process however that ends, so there is nothing stale to clear away and no reused process id to be fooled by.
 */
export function lockFolder(folder: string): FolderLock {
  makeFolderDurably(folder, 0o700)
  // SQLite says only that it cannot open its file
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  const holderFile = join(folder, 'lock.json')
  const database = new DatabaseSync(join(folder, 'lock.db'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) throw new FolderLocked(folder, readHolder(holderFile))
    throw error
  }
  held.add(database)
  chmodSync(join(folder, 'lock.db'), 0o600)
  const holder: LockHolder = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  writeFileSync(holderFile, JSON.stringify(holder), { mode: 0o600 })
  return {
    release: () => {
      rmSync(holderFile, { force: true })
      held.delete(database)
      database.close()
    },
  }
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === 5
}

function readHolder(file: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder
  } catch {
    return null
  }
}
