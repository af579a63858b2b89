import { stat } from 'node:fs/promises'
import { ApiProblem, type Omen } from '@omen/sdk'
import { type StorePathOptions, storePath } from '@omen/sdk/node'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError } from '../failures.ts'

/** Options of storing a file whose digest is known. */
export type StoreOnceOptions = StorePathOptions & { sha256: string }

/**
 * The handle of a file on the server: of the one that is stored there with the same content, else it is sent. Throws a
 * CliError with FILE_CHANGED for a file that was written to meanwhile.
 */
export async function storeOnce(omen: Omen, path: string, options: StoreOnceOptions): Promise<string> {
  const { sha256, signal, resume } = options
  if (resume === undefined) {
    const { items } = await omen.files.list({ sha256, pageSize: 10 }, signal ? { signal } : {})
    const same = items.find(({ state }) => state === 'stored' || state === 'parsed')
    if (same) return same.filename
  }
  const before = await stat(path)
  try {
    const { filename } = await storePath(omen, path, options)
    return filename
  } catch (error) {
    const { size, mtimeMs } = await stat(path)
    const hasChanged = size !== before.size || mtimeMs !== before.mtimeMs
    if (hasChanged || (error instanceof ApiProblem && error.code === 'CHECKSUM_MISMATCH'))
      throw fileChanged(path, error)
    throw error
  }
}

function fileChanged(path: string, cause: unknown): CliError {
  const hint = 'Send it once nothing writes to it any more, or a copy of it.'
  const message = `${path}: the file changed while it was sent`
  return new CliError(message, { code: 'FILE_CHANGED', exit: EXIT_CODE.failed, hint, cause })
}
