import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../ports/operator-error.ts'
import { syncFolderSync } from '../data-folder/durable-folder.ts'

const MARKER_NAME = 'restore.unfinished'

class UnfinishedRestore extends OperatorError {
  constructor(data: string) {
    super(
      `The data folder ${data} holds a restore that did not come to its end. Run "omen-server restore FILE" again, or empty the folder.`,
    )
    this.name = 'UnfinishedRestore'
  }
}

export function hasUnfinishedRestore(data: string): boolean {
  return existsSync(join(data, MARKER_NAME))
}

export function requireNoUnfinishedRestore(data: string): void {
  if (hasUnfinishedRestore(data)) throw new UnfinishedRestore(data)
}

/** Synced to disk before the first byte is restored. */
export function markRestore(data: string): void {
  const file = openSync(join(data, MARKER_NAME), 'w', 0o600)
  fsyncSync(file)
  closeSync(file)
  syncFolderSync(data)
}

/** The last step of a restore. */
export function unmarkRestore(data: string): void {
  rmSync(join(data, MARKER_NAME))
  syncFolderSync(data)
}
