import type { RejectedLine } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { convertStoreError } from '../convert-store-error.ts'
import { DomainError } from '../errors.ts'
import { fromFailure } from '../failure.ts'
import { createSemaphore } from '../quotas/index.ts'
import { findOwnFile } from './file-row.ts'
import { getFile } from './get.ts'
import { openText } from './open-text.ts'

/** Of a line's text, in bytes; a row of some thousand series has no more. */
const LONGEST_TEXT = 65_536
const NEW_LINE = 10

/** A file is read up to its last rejected line. */
const reading = createSemaphore({ concurrent: 2, waitingPerAccount: 16 })

/**
 * The rejected lines that the preview keeps, with their text as long as the file is kept. Throws the refusal of a file that could
 * not be read, UPLOAD_INCOMPLETE for one that is still arriving, and OVERLOADED for one that is still being read.
 */
export async function listRejected(
  ctx: Context,
  caller: Caller,
  filename: string,
  signal?: AbortSignal,
): Promise<{ rejected: RejectedLine[]; rejectedRows: number }> {
  const { preview } = await getFile(ctx, caller, filename, signal)
  const row = await findOwnFile(ctx, caller, filename)
  if (row.failure) throw fromFailure(row.failure)
  if (row.state === 'receiving') throw new DomainError('UPLOAD_INCOMPLETE')
  if (!preview && row.state !== 'expired') throw new DomainError('OVERLOADED', { retryAfterMs: 5000 })
  const { rejected = [], rejectedRows = 0 } = preview ?? {}
  if (rejected.length === 0 || row.state === 'expired') return { rejected, rejectedRows }
  const wanted = new Set(rejected.map(({ line }) => line))
  const texts = await reading
    .run(caller.accountId, () => readLines(ctx, filename, wanted, signal), signal)
    .catch((error) => Promise.reject(convertStoreError(error)))
  return { rejected: rejected.map((one) => ({ ...one, ...texts.get(one.line) })), rejectedRows }
}

type LineText = Required<Pick<RejectedLine, 'text' | 'isCut'>>

/** The text of some lines, numbered from 1; nothing is read after the last of them. */
async function readLines(
  ctx: Context,
  id: string,
  wanted: ReadonlySet<number>,
  signal: AbortSignal | undefined,
): Promise<Map<number, LineText>> {
  const texts = new Map<number, LineText>()
  const last = Math.max(...wanted)
  let line = 1
  let kept: Uint8Array[] = []
  let bytes = 0
  const keep = (part: Uint8Array): void => {
    if (!wanted.has(line)) return
    if (bytes < LONGEST_TEXT) kept.push(part.slice(0, LONGEST_TEXT - bytes))
    bytes += part.length
  }
  const close = (): void => {
    if (wanted.has(line)) texts.set(line, toText(kept, bytes > LONGEST_TEXT))
    line++
    kept = []
    bytes = 0
  }
  for await (const chunk of await openText(ctx, { id })) {
    signal?.throwIfAborted()
    let at = 0
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, at)) {
      keep(chunk.subarray(at, end))
      close()
      at = end + 1
    }
    if (line > last) return texts
    keep(chunk.subarray(at))
  }
  close()
  return texts
}

function toText(parts: readonly Uint8Array[], isCut: boolean): LineText {
  return {
    text: Buffer.concat(parts)
      .toString()
      .replace(/^\uFEFF/, '')
      .replace(/\r$/, ''),
    isCut,
  }
}
