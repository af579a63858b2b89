import { appendFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JobResult } from '@omen/sdk'
import { makeFolder } from '../io/make-folder.ts'
import { readIfThere } from '../io/read-if-there.ts'
import { requireRegular } from '../io/require-regular.ts'

/** How far one file has got. */
export interface Entry {
  path: string
  /** Handle of an upload that has begun, or is complete where `stored` is true. */
  filename?: string
  stored?: boolean
  /** Idempotency key of the call that starts the job: repeating the call returns the same job. */
  startKey?: string
  jobId?: string
  done?: boolean
  result?: JobResult
  /** Epoch milliseconds of the last change. */
  at: number
}

/** Record of earlier runs: one line per change, so that a crash loses nothing that was written. */
export interface Journal {
  readonly path: string
  find(key: string): Entry | undefined
  record(key: string, change: Partial<Entry>): Promise<void>
}

/**
 * Opens a journal; the file is created with the first record. A line truncated by a crash is ignored. Where the file
 * cannot be read or written it throws, or calls `onFailure` once and goes on in memory.
 */
export async function openJournal(
  path: string,
  now: () => number,
  onFailure?: (error: unknown) => void,
): Promise<Journal> {
  const entries = new Map<string, Entry>()
  const apply = (key: string, change: Partial<Entry>) => {
    entries.set(key, { ...(entries.get(key) ?? { path: '', at: 0 }), ...change })
  }
  let isBroken = false
  const fail = (error: unknown) => {
    if (!onFailure) throw error
    if (!isBroken) onFailure(error)
    isBroken = true
  }
  const before = await readJournal(path).catch((error: unknown) => void fail(error))
  for (const line of (before?.toString('utf8') ?? '').split('\n')) {
    const change = parseLine(line)
    if (change) apply(change.key, change)
  }
  const append = async (text: string): Promise<void> => {
    if (isBroken) return
    await makeFolder(dirname(path))
    await appendFile(path, text, { mode: 0o600 })
  }
  let writing: Promise<unknown> = Promise.resolve()
  return {
    path,
    find: (key) => entries.get(key),
    record(key, change) {
      const timed = { ...change, at: now() }
      apply(key, timed)
      const written = writing.then(() => append(`${JSON.stringify({ key, ...timed })}\n`)).catch(fail)
      writing = written.catch(() => undefined)
      return written
    },
  }
}

async function readJournal(path: string): Promise<Buffer | undefined> {
  try {
    await requireRegular(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return readIfThere(path)
}

function parseLine(line: string): (Partial<Entry> & { key: string }) | undefined {
  try {
    const change: unknown = JSON.parse(line)
    const isChange = typeof change === 'object' && change !== null && 'key' in change && typeof change.key === 'string'
    return isChange ? (change as Partial<Entry> & { key: string }) : undefined
  } catch {
    return undefined
  }
}

/** A journal that stores nothing, for input that cannot be sent again (standard input). */
export const noJournal: Journal = { path: '', find: () => undefined, record: async () => undefined }
