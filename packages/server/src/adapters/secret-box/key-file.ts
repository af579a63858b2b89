import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { secretKeys } from '../../config/parsers.ts'
import { OperatorError } from '../../ports/operator-error.ts'
import { makeFolderDurably, syncFolderSync } from '../data-folder/durable-folder.ts'

const FILE_NAME = 'secret.key'
const KEY_BYTES = 32

/** The key file cannot be used; the message says what to do. */
export class KeyFileError extends OperatorError {}

/** The keys in `secret.key` of the data folder, one a line; a first one is made where the file is missing. */
export function openKeyFile(folder: string): readonly Uint8Array[] {
  const path = join(folder, FILE_NAME)
  return readKeyFile(path) ?? makeKeyFile(folder, path)
}

function readKeyFile(path: string): readonly Uint8Array[] | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode
  if (mode === undefined) return undefined
  if ((mode & 0o077) !== 0) {
    throw new KeyFileError(
      `${path} holds the key of all secrets, and other users of this machine may read or change it (mode ${(mode & 0o777).toString(8)}). Close it with: chmod 600 ${path}`,
    )
  }
  try {
    return secretKeys(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new KeyFileError(
      `${path} cannot be read (${(cause as Error).message}). Put the file back as it was, or set OMEN_SECRET_KEY: without its key the stored secrets cannot be opened.`,
      { cause },
    )
  }
}

/** Linked to its name once it is whole and on the disk; where another server was faster, its key counts. */
function makeKeyFile(folder: string, path: string): readonly Uint8Array[] {
  makeFolderDurably(folder, 0o700)
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeSynced(unfinished, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    linkSync(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  syncFolderSync(folder)
  return readKeyFile(path)!
}

function writeSynced(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
