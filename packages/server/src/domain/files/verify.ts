import { createHash } from 'node:crypto'
import { type FileKind, FileStoreError } from '../../ports/file-store.ts'
import type { DamageReason } from '../../schema/integrity.ts'
import type { Context } from '../context.ts'
import { dataDamaged, reportDamage } from '../damage/index.ts'
import { notFound } from '../errors.ts'
import type { FileRow } from './file-row.ts'

export type Condition = 'intact' | DamageReason

export interface StoredBytes {
  readonly kind: FileKind
  readonly handle: string
  readonly bytes: number
  /** Null if none was recorded; then only the length is compared. */
  readonly sha256: string | null
}

export interface VerifyOptions {
  readonly signal?: AbortSignal | undefined
  /** Awaited after each chunk, so that a scrub can limit its rate. */
  onBytes?(count: number): Promise<void>
}

/** Reads a stored file to its end and compares it with its recorded length and checksum. */
export async function verifyStored(
  ctx: Pick<Context, 'files'>,
  expected: StoredBytes,
  { signal, onBytes }: VerifyOptions = {},
): Promise<{ condition: Condition; sha256?: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of await ctx.files.open(expected.kind, expected.handle)) {
      signal?.throwIfAborted()
      hash.update(chunk)
      bytes += chunk.length
      await onBytes?.(chunk.length)
    }
  } catch (error) {
    const damage = damageIn(error)
    if (damage === undefined) throw error
    return { condition: damage }
  }
  const sha256 = hash.digest('hex')
  const isRight = bytes === expected.bytes && (expected.sha256 === null || expected.sha256 === sha256)
  return { condition: isRight ? 'intact' : 'changed', sha256 }
}

/** The damage that an error of the file store reports, if any. */
export function damageIn(error: unknown): Exclude<DamageReason, 'changed'> | undefined {
  if (!(error instanceof FileStoreError)) return undefined
  return error.fault === 'missing' || error.fault === 'unreadable' ? error.fault : undefined
}

/** Throws DATA_DAMAGED if a file changed in the store, so that it is not reported as a bad upload. */
export async function requireIntact(ctx: Context, file: FileRow, cause?: unknown): Promise<void> {
  const { bytes, sha256 } = file
  const { condition } = await verifyStored(ctx, { kind: 'file', handle: file.id, bytes, sha256 })
  if (condition !== 'intact') throw await fileDamaged(ctx, file, condition, cause)
}

export async function fileDamaged(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  { id, ownerId, uploadFileName: name }: FileRow,
  reason: DamageReason,
  cause?: unknown,
) {
  const isDamaged = await reportDamage(ctx, { kind: 'file', id, ownerId, name, reason })
  return isDamaged ? dataDamaged('file', name, reason, cause) : notFound('file')
}
