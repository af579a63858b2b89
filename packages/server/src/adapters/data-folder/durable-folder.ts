import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Syncs one folder or file: names made, renamed or removed in a folder are on the disk afterwards. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

export function syncFolderSync(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** Makes a folder and those above it that are missing; their names are on the disk afterwards. */
export function makeFolderDurably(path: string, mode: number): void {
  const folder = resolve(path)
  const first = mkdirSync(folder, { recursive: true, mode })
  if (first === undefined) return
  for (let made = folder; made !== dirname(first); made = dirname(made)) syncFolderSync(dirname(made))
}
