import { createReadStream } from 'node:fs'
import { open, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ByteRange, FoundItem, StoredItem } from '../../ports/file-store.ts'
import { isMissing, toReadError } from './durable-disk.ts'
import { parseFoundName } from './handle.ts'

const readAtOnce = 1_048_576

/** The file is open before this resolves, so that a missing one is reported before the first byte is sent. */
export async function openRange(
  path: string,
  range: ByteRange | undefined,
  missing: () => Error,
): Promise<AsyncIterable<Uint8Array>> {
  const file = await open(path, 'r').catch((error) => Promise.reject(isMissing(error) ? missing() : toReadError(error)))
  return withFaults(createReadStream(path, { fd: file, highWaterMark: readAtOnce, ...range }))
}

async function* withFaults(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw toReadError(error)
  }
}

/** Lists one folder entry by entry, so that a hundred thousand files are never held in memory. */
export async function* itemsIn(folder: string, kind: StoredItem['kind']): AsyncGenerator<StoredItem> {
  for await (const entry of await opendir(folder)) {
    const about = await aboutFile(join(folder, entry.name))
    if (about) yield { kind, handle: entry.name, ...about }
  }
}

export async function* foundIn(folder: string): AsyncGenerator<FoundItem> {
  for await (const entry of await opendir(folder)) {
    const name = parseFoundName(entry.name)
    const about = name && (await aboutFile(join(folder, entry.name)))
    if (name && about) yield { ...name, ...about }
  }
}

/** Undefined for an entry that was removed meanwhile. */
async function aboutFile(path: string): Promise<{ bytes: number; modifiedAt: number } | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return { bytes: size, modifiedAt: Math.floor(mtimeMs) }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
