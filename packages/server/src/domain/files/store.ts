import { and, desc, eq, sql } from 'drizzle-orm'
import PQueue from 'p-queue'
import type { Database } from '../../ports/database.ts'
import type { SealedFile } from '../../ports/file-store.ts'
import { files, sources } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { convertStoreError } from '../convert-store-error.ts'
import { DomainError, notFound } from '../errors.ts'
import { newHandle } from '../handle.ts'
import { invalidField } from '../invalid-field.ts'
import { requireStorage, reserveStorage } from '../quotas/index.ts'
import { expiryFrom, type FileRow, findOwnFile } from './file-row.ts'

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

const MEBIBYTE = 2 ** 20
const RESERVED_AHEAD = 64 * MEBIBYTE

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
      const wanted = bytes + Math.min(Math.max(bytes, MEBIBYTE), RESERVED_AHEAD)
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

/** Requests of this server that find the same upload complete wait for one of them, without a connection each. */
const sealing = new Map<string, Promise<FileRow>>()

/** Completes an upload, once, however many requests and servers do so at the same time. */
function sealFile(ctx: Context, row: FileRow, bytes: number): Promise<FileRow> {
  const running = sealing.get(row.id) ?? seal(ctx, row, bytes).finally(() => sealing.delete(row.id))
  sealing.set(row.id, running)
  return running
}

async function seal(ctx: Context, row: FileRow, bytes: number): Promise<FileRow> {
  if (bytes === 0) throw new DomainError('EMPTY_FILE')
  // No other request knows of an upload that arrives in a single one.
  if (row.bytes === 0) return record(ctx, row, await ctx.files.seal(row.id, row.expectedSha256 ?? undefined))
  return withUploadLock(ctx, row.id, async (tx) => {
    const [current] = await tx.select().from(files).where(eq(files.id, row.id))
    if (!current || current.state === 'expired') throw notFound('file')
    if (current.state !== 'receiving') return current
    const sealed = await ctx.files.seal(row.id, row.expectedSha256 ?? undefined)
    if (sealed.bytes !== row.bytes) throw incomplete(sealed.bytes, row.bytes)
    return record({ ...ctx, db: tx }, row, sealed)
  })
}

async function record(ctx: Context, row: FileRow, sealed: SealedFile): Promise<FileRow> {
  const stored = await ctx.db.transaction(async (tx) => {
    await requireStorage(ctx, tx, { accountId: row.ownerId, bytes: sealed.bytes, fileId: row.id })
    const [updated] = await tx
      .update(files)
      .set({ state: 'stored', ...sealed, reservedBytes: 0, expiresAt: expiryFrom(ctx) })
      .where(and(eq(files.id, row.id), eq(files.state, 'receiving')))
      .returning()
    return updated
  })
  if (stored) return stored
  // Deleted or expired while its bytes were put together.
  await ctx.files.remove(row.id)
  throw notFound('file')
}

function incomplete(found: number, expected: number): DomainError {
  const message = `the store holds ${found} of ${expected} bytes`
  return new DomainError('UPLOAD_INCOMPLETE', { details: [{ field: 'Content-Range', message }] })
}

/** Deletes an upload, unless another server has completed it meanwhile. */
async function forgetUpload(ctx: Context, id: string): Promise<void> {
  await withUploadLock(ctx, id, async (tx) => {
    const isReceiving = and(eq(files.id, id), eq(files.state, 'receiving'))
    if ((await tx.$count(files, isReceiving)) === 0) return
    await ctx.files.remove(id)
    await tx.delete(sources).where(eq(sources.id, id))
  })
}

/** Each holds a connection of the pool for as long as a bucket takes to copy a file. */
const locked = new PQueue({ concurrency: 4 })

/**
 * Works on an upload while no other server does. Queries of `work` go through `tx`: what it records is lost if the connection,
 * and the lock with it, breaks.
 */
function withUploadLock<T>(ctx: Pick<Context, 'db'>, handle: string, work: (tx: Database) => Promise<T>): Promise<T> {
  return locked.add(() =>
    ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`omen upload ${handle}`}, 0))`)
      return work(tx)
    }),
  )
}

const HOPELESS: ReadonlySet<string> = new Set([
  'DISK_FULL',
  'STORAGE_QUOTA_EXCEEDED',
  'CHECKSUM_MISMATCH',
  'EMPTY_FILE',
])

/** Converts the error of a chunk; after an unrecoverable one the upload is deleted. */
async function endChunk(ctx: Context, row: FileRow, cause: unknown): Promise<unknown> {
  const error = convertStoreError(cause)
  const isLost = error instanceof DomainError && HOPELESS.has(error.code)
  if (isLost) await forgetUpload(ctx, row.id)
  return error
}
