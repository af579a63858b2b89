import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/**
 * Creates a folder and those above it, for their owner only. `mkdir` with `recursive` never returns, and no signal ends
 * it, where the folder above exists but answers ENOENT, as /proc does.
 */
export async function makeFolder(path: string): Promise<void> {
  if ((await tryMake(path)) || dirname(path) === path) return
  await makeFolder(dirname(path))
  if (await tryMake(path)) return
  const message = `${path}: the folder cannot be created`
  throw new CliError(message, { code: 'ENOENT', exit: EXIT_CODE.failed })
}

/** False if the folder above is missing, or refuses new entries with ENOENT. */
async function tryMake(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return false
    // What is there already may be a file: whoever writes into it finds out.
    if (code === 'EEXIST') return true
    throw error
  }
}
