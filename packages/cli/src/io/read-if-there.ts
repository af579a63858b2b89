import { readFile } from 'node:fs/promises'
import { aFolder } from './require-regular.ts'

/** The content of a file; undefined if it does not exist. Throws a CliError for a folder. */
export async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw code === 'EISDIR' ? aFolder(path, error) : error
  }
}
