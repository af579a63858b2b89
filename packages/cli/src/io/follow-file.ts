import { open, stat } from 'node:fs/promises'

const BLOCK_BYTES = 262_144
const HEAD_BYTES = 4096

/**
 * The bytes of a file, and those that are appended to it. Ends when another file has its name, as after a rotation, or when it was truncated. `pause`
 * is waited for before it is looked for more.
 */
export async function* followFile(path: string, pause: () => Promise<void>): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const { ino } = await file.stat()
    let position = 0
    for (let isReplaced = false; ; ) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(BLOCK_BYTES), position })
      position += bytesRead
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else if (isReplaced) return
      else {
        isReplaced = await hasOther(path, ino, position)
        if (!isReplaced) await pause()
      }
    }
  } finally {
    await file.close()
  }
}

/** What tells a growing file from the one that takes its place: where it is, and its first line. Waits for that line. */
export async function growingIdentity(path: string, pause: () => Promise<void>): Promise<string> {
  for (;;) {
    const file = await open(path)
    try {
      const { dev, ino } = await file.stat()
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES), position: 0 })
      const head = buffer.toString('latin1', 0, bytesRead)
      const end = head.indexOf('\n')
      if (end >= 0 || bytesRead === HEAD_BYTES) return [dev, ino, head.slice(0, end < 0 ? HEAD_BYTES : end)].join('\n')
    } finally {
      await file.close()
    }
    await pause()
  }
}

/** While a file is rotated there may be none for a moment. */
async function hasOther(path: string, ino: number, position: number): Promise<boolean> {
  try {
    const now = await stat(path)
    return now.ino !== ino || now.size < position
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
