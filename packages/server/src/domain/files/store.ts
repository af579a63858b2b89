import { and, desc, eq } from 'drizzle-orm'
import { files } from '../../adapters/database/schema/index.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { newHandle } from '../handle.ts'
import { invalidField } from '../invalid-field.ts'
import { explainStore } from '../store-fault.ts'
import { expiryFrom, type FileRow, findOwnFile } from './file-row.ts'

/** Bytes `start` to `end`, both included, of a file of `total` bytes. */
export interface PieceRange {
  readonly start: number
  readonly end: number
  readonly total: number
}

export interface IncomingFile {
  readonly uploadFileName: string
  readonly source: AsyncIterable<Uint8Array>
  /** Of the whole file. */
  readonly sha256?: string | undefined
}

export interface Reception {
  readonly row: FileRow
  readonly receivedBytes: number
  readonly isWhole: boolean
}

/** Receives a whole file. Whatever goes wrong, nothing of it stays. */
export async function storeFile(ctx: Context, caller: Caller, incoming: IncomingFile): Promise<FileRow> {
  const row = await insertRow(ctx, caller, incoming, 0)
  try {
    const bytes = await ctx.files.receive(row.id, {
      offset: 0,
      maxBytes: ctx.settings.maxUploadBytes,
      source: incoming.source,
    })
    return await seal(ctx, row, bytes)
  } catch (error) {
    await forget(ctx, row.id)
    throw explainStore(error)
  }
}

/** Receives the first piece of a file, or the next one of `handle`; an interrupted piece keeps what arrived. */
export async function storePiece(
  ctx: Context,
  caller: Caller,
  incoming: IncomingFile & { range: PieceRange; handle?: string | undefined },
): Promise<Reception> {
  const { range } = incoming
  checkRange(ctx, range)
  const row = incoming.handle
    ? await findOwnFile(ctx, caller, incoming.handle)
    : await insertRow(ctx, caller, incoming, range.total)
  if (row.state !== 'receiving' || row.bytes !== range.total)
    throw rangeMismatch(row.state === 'receiving' ? `the file has ${row.bytes} bytes` : 'the file is already whole')
  try {
    const received = await ctx.files.receive(row.id, {
      offset: range.start,
      maxBytes: range.end + 1,
      source: incoming.source,
    })
    if (received <= range.end)
      throw new DomainError('UPLOAD_INCOMPLETE', {
        details: [{ field: 'Content-Range', message: `only ${received} bytes arrived` }],
      })
    if (received < range.total) return { row, receivedBytes: received, isWhole: false }
    return { row: await seal(ctx, row, received), receivedBytes: received, isWhole: true }
  } catch (error) {
    const known = explainStore(error)
    const isLost = known instanceof DomainError && ['DISK_FULL', 'CHECKSUM_MISMATCH', 'EMPTY_FILE'].includes(known.code)
    if (isLost) await forget(ctx, row.id)
    throw known
  }
}

/** How far an upload got, by its handle or by the checksum that it was begun with. */
export async function findReception(
  ctx: Context,
  caller: Caller,
  by: { handle?: string | undefined; sha256?: string | undefined },
): Promise<Reception> {
  const row = by.handle ? await findOwnFile(ctx, caller, by.handle) : await findBySha256(ctx, caller, by.sha256)
  const isWhole = row.state !== 'receiving'
  return { row, isWhole, receivedBytes: isWhole ? row.bytes : await ctx.files.received(row.id) }
}

async function findBySha256(ctx: Context, caller: Caller, sha256: string | undefined): Promise<FileRow> {
  if (sha256 === undefined) throw invalidField('X-Upload-Handle', 'is needed to ask how far an upload got')
  const [row] = await ctx.db
    .select()
    .from(files)
    .where(
      and(ownedBy(caller, files.ownerId), eq(files.expectedSha256, sha256.toLowerCase()), eq(files.state, 'receiving')),
    )
    .orderBy(desc(files.createdAt))
    .limit(1)
  if (!row) throw new DomainError('NOT_FOUND')
  return row
}

async function insertRow(ctx: Context, caller: Caller, incoming: IncomingFile, total: number): Promise<FileRow> {
  const [row] = await ctx.db
    .insert(files)
    .values({
      id: newHandle(ctx, 'f'),
      ownerId: caller.accountId,
      uploadFileName: incoming.uploadFileName,
      state: 'receiving',
      bytes: total,
      sha256: '',
      expectedSha256: incoming.sha256?.toLowerCase() ?? null,
      createdAt: ctx.clock.now(),
      expiresAt: ctx.clock.now() + 86_400_000,
    })
    .returning()
  return row!
}

async function seal(ctx: Context, row: FileRow, bytes: number): Promise<FileRow> {
  if (bytes === 0) throw new DomainError('EMPTY_FILE')
  const sealed = await ctx.files.seal(row.id, row.expectedSha256 ?? undefined)
  const [stored] = await ctx.db
    .update(files)
    .set({ state: 'stored', bytes: sealed.bytes, sha256: sealed.sha256, expiresAt: expiryFrom(ctx) })
    .where(eq(files.id, row.id))
    .returning()
  return stored!
}

async function forget(ctx: Context, id: string): Promise<void> {
  await ctx.files.remove(id)
  await ctx.db.delete(files).where(eq(files.id, id))
}

function checkRange(ctx: Context, range: PieceRange): void {
  if (range.total > ctx.settings.maxUploadBytes)
    throw new DomainError('PAYLOAD_TOO_LARGE', {
      details: [{ field: 'file', message: `at most ${ctx.settings.maxUploadBytes} bytes are taken` }],
    })
  if (range.start > range.end || range.end >= range.total)
    throw rangeMismatch('the range does not lie inside of the file')
}

function rangeMismatch(message: string): DomainError {
  return new DomainError('RANGE_MISMATCH', { details: [{ field: 'Content-Range', message }] })
}
