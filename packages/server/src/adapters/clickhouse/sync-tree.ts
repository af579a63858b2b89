import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../data-folder/durable-folder.ts'

/** Syncs a folder and the folders and files below it, `depth` levels down. */
export async function syncTree(path: string, depth: number): Promise<void> {
  if (depth > 0) {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const inner = join(path, entry.name)
      if (entry.isDirectory()) await syncTree(inner, depth - 1)
      else if (entry.isFile()) await syncFolder(inner)
    }
  }
  await syncFolder(path)
}
