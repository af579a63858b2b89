import type { Omen } from './create-omen.ts'
import type { FileReceipt } from './types.ts'

/**
 * Stores a key file, calls `act` with its handle, and deletes it where nothing took it: always unless `isKept`, else where `act` fails. A project
 * that takes it has the server seal its content and delete the file.
 */
export async function withKeyFile<T>(
  omen: Omen,
  { store, isKept }: { store: () => Promise<FileReceipt>; isKept: boolean },
  act: (filename: string) => Promise<T>,
): Promise<T> {
  const { filename } = await store()
  let isTaken = false
  try {
    const result = await act(filename)
    isTaken = isKept
    return result
  } finally {
    if (!isTaken) await omen.files.delete(filename).catch(() => undefined)
  }
}
