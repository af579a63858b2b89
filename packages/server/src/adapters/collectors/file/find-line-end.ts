import type { FileHandle } from 'node:fs/promises'

const reach = 65_536

/** After the last whole line of a file of this size. */
export async function findLineEnd(handle: FileHandle, size: number): Promise<number> {
  const from = Math.max(0, size - reach)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from)
  const end = buffer.lastIndexOf(10, bytesRead - 1)
  return end < 0 ? (from === 0 ? 0 : size) : from + end + 1
}
