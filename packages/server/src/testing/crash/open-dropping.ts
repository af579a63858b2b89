import { type FileHandle, open } from 'node:fs/promises'

/**
 * Opens a file on a disk that loses what was not synced: bytes reach it with `sync`, and with nothing else. For machines on
 * which no file system can be mounted and cut.
 */
export async function openDropping(path: string, flags: string, mode: number): Promise<FileHandle> {
  const file = await open(path, flags, mode)
  const [write, sync] = [file.write.bind(file), file.sync.bind(file)]
  let unsynced: Uint8Array[] = []
  file.write = (async (bytes: Uint8Array, at = 0) => {
    unsynced.push(bytes.slice(at))
    return { bytesWritten: bytes.length - at, buffer: bytes }
  }) as FileHandle['write']
  file.sync = async () => {
    for (const bytes of unsynced) await write(bytes)
    unsynced = []
    await sync()
  }
  return file
}
