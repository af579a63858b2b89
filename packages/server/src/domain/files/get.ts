import { setTimeout } from 'node:timers/promises'
import type { Caller, Context } from '../context.ts'
import type { Preview, StoredFile } from '../wire-types.ts'
import { findOwnFile, toStoredFile } from './file-row.ts'
import { readFileOnce } from './read.ts'

/** Long enough for some hundred megabytes; what takes longer is read on, and is there the next time. */
const patienceMs = 20_000

/** A file with what is in it. The first who asks has it read. */
export async function getFile(
  ctx: Context,
  caller: Caller,
  filename: string,
): Promise<{ file: StoredFile; preview?: Preview }> {
  const found = await findOwnFile(ctx, caller, filename)
  const isUnread = found.state === 'stored'
  const row = isUnread ? ((await withPatience(readFileOnce(ctx, found))) ?? found) : found
  return { file: await toStoredFile(ctx, row), ...(row.preview && { preview: row.preview }) }
}

async function withPatience<T>(work: Promise<T>): Promise<T | undefined> {
  // Nobody may be listening any more when it fails.
  work.catch(() => {})
  return Promise.race([work, setTimeout(patienceMs, undefined, { ref: false })])
}
