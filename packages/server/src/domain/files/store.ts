import { and, desc, eq } from 'drizzle-orm'
import { files, sources } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { convertStoreError } from '../convert-store-error.ts'
import { DomainError } from '../errors.ts'
import { newHandle } from '../handle.ts'
import { invalidField } from '../invalid-field.ts'
import { requireStorage, reserveStorage } from '../quotas/index.ts'
import { type FileRow, findOwnFile } from './file-row.ts'
import { endChunk, forgetUpload, sealFile } from './seal.ts'

/** Bytes `start` to `end`, both included, of a file of `total` bytes. */
export interface ChunkRange {
  readonly start: number
  readonly end: number
  readonly total: number
}

export interface IncomingFile {
  readonly uploadFileName: string
  readonly source: AsyncIterable<Uint8Array>
  /** What the sender says it will send; undefined where it does not say. */
  readonly announcedBytes?: number | undefined
  /** Of the whole file. */
  readonly sha256?: string | undefined
}

export interface UploadStatus {
  readonly row: FileRow
  readonly receivedBytes: number
  readonly isWhole: boolean
}

/** Receives a whole file. On any error nothing of it is kept. */
export async function storeFile(ctx: Context, caller: Caller, incoming: IncomingFile): Promise<FileRow> {
  const reservedBytes = Math.min(incoming.announcedBytes ?? 0, ctx.settings.maxUploadBytes)
  const row = await insertRow(ctx, caller, incoming, { bytes: 0, reservedBytes })
  try {
    const bytes = await ctx.files.receive(row.id, {
      offset: 0,
      maxBytes: ctx.settings.maxUploadBytes,
      source: withReservation(ctx, row, incoming.source),
    })
    return await sealFile(ctx, row, bytes)
  } catch (error) {
    await forgetUpload(ctx, row.id)
    throw convertStoreError(error)
  }
}

const mebibyte = 2 ** 20
const reservedAhead = 64 * mebibyte

/**
 * A body may come without its size: what it takes of the account's storage is reserved before it is written, some of it ahead, and
 * it is refused as soon as there is no more.
 */
async function* withReservation(
  ctx: Context,
  { id: fileId, ownerId: accountId, reservedBytes }: FileRow,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  let reserved = reservedBytes
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > reserved) {
      const wanted = bytes + Math.min(Math.max(bytes, mebibyte), reservedAhead)
      reserved = await reserveStorage(ctx, { accountId, fileId, bytes, wanted })
    }
    yield chunk
  }
}

/** Receives the first chunk of a file, or the next one of `handle`; of an interrupted chunk the received bytes are kept. */
export async function storeChunk(
  ctx: Context,
  caller: Caller,
  incoming: IncomingFile & { range: ChunkRange; handle?: string | undefined },
): Promise<UploadStatus> {
  const { range } = incoming
  checkRange(ctx, range)
  const row = incoming.handle
    ? await findOwnUpload(ctx, caller, incoming.handle)
    : await insertRow(ctx, caller, incoming, { bytes: range.total, reservedBytes: 0 })
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
    return { row: await sealFile(ctx, row, received), receivedBytes: received, isWhole: true }
  } catch (error) {
    throw await endChunk(ctx, row, error)
  }
}

/** The status of an upload, by its handle or by the checksum it was started with. */
export async function findUpload(
  ctx: Context,
  caller: Caller,
  by: { handle?: string | undefined; sha256?: string | undefined },
): Promise<UploadStatus> {
  const row = by.handle ? await findOwnUpload(ctx, caller, by.handle) : await findBySha256(ctx, caller, by.sha256)
  if (row.state !== 'receiving') return { row, isWhole: true, receivedBytes: row.bytes }
  const receivedBytes = await ctx.files.received(row.id)
  if (row.bytes === 0 || receivedBytes < row.bytes) return { row, isWhole: false, receivedBytes }
  // The last bytes arrived, but the server died before it could reply: nothing is left to send.
  try {
    return { row: await sealFile(ctx, row, receivedBytes), isWhole: true, receivedBytes }
  } catch (error) {
    throw await endChunk(ctx, row, error)
  }
}

/** Of an expired one nothing is left that could be continued, or reported as whole. */
async function findOwnUpload(ctx: Context, caller: Caller, handle: string): Promise<FileRow> {
  const row = await findOwnFile(ctx, caller, handle)
  if (row.state === 'expired') throw new DomainError('NOT_FOUND', { message: 'The file has expired.' })
  return row
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

async function insertRow(
  ctx: Context,
  caller: Caller,
  incoming: IncomingFile,
  size: Pick<FileRow, 'bytes' | 'reservedBytes'>,
): Promise<FileRow> {
  const source = { id: newHandle(ctx, 'f'), ownerId: caller.accountId, createdAt: ctx.clock.now() }
  return ctx.db.transaction(async (tx) => {
    await requireStorage(ctx, tx, { accountId: caller.accountId, bytes: size.bytes + size.reservedBytes })
    await tx.insert(sources).values({ ...source, kind: 'file', name: incoming.uploadFileName })
    const [row] = await tx
      .insert(files)
      .values({
        ...source,
        uploadFileName: incoming.uploadFileName,
        state: 'receiving',
        ...size,
        sha256: '',
        expectedSha256: incoming.sha256?.toLowerCase() ?? null,
        expiresAt: ctx.clock.now() + 86_400_000,
      })
      .returning()
    return row!
  })
}

function checkRange(ctx: Context, range: ChunkRange): void {
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
