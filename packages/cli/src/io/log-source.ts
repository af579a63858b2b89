import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readBytes } from './read-bytes.ts'
import { readLines, type TextLine } from './read-lines.ts'
import { isReadOnce } from './require-regular.ts'

/** A log that can be read from its beginning as often as needed. */
export interface LogSource {
  lines(): AsyncGenerator<TextLine[]>
  /** Deletes the temporary copy of standard input. */
  close(): Promise<void>
}

/** A file is reopened each time; standard input, or an open pipe, is copied to a temporary file that only this user can read. */
export async function openLogSource(path: string, stdin: Readable): Promise<LogSource> {
  if (!(await isReadOnce(path))) return { lines: () => readLines(path, stdin), close: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'omen-log-'))
  const kept = join(folder, 'stdin')
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await pipeline(Readable.from(readBytes(path, stdin)), createWriteStream(kept, { mode: 0o600 }))
  } catch (error) {
    await close()
    throw error
  }
  return { lines: () => readLines(kept, stdin), close }
}
