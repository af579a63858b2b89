import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 of a file in hex, read in chunks. Throws what the file system throws (`ENOENT`, `EISDIR`…). */
export async function digestFile(path: string, options: { signal?: AbortSignal } = {}): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, ...options })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
