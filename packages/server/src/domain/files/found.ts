import { eq } from 'drizzle-orm'
import type { FoundItem, SealedFile } from '../../ports/file-store.ts'
import { files, sources } from '../../schema/index.ts'
import { findByUserName } from '../accounts/account-row.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { newHandle } from '../handle.ts'
import { invalidField } from '../invalid-field.ts'
import { expiryFrom, type FileRow } from './file-row.ts'

type FoundContext = Pick<Context, 'db' | 'files' | 'clock' | 'random' | 'settings'>

/** Files set aside because no row references them, newest first. */
export async function listFound(ctx: Pick<Context, 'files'>): Promise<FoundItem[]> {
  const items: FoundItem[] = []
  for await (const item of ctx.files.found()) items.push(item)
  return items.sort((a, b) => b.foundAt - a.foundAt)
}

/** Turns a file that was set aside into an upload of an account, under its former handle if that is free. */
export async function adoptFound(
  ctx: FoundContext,
  handle: string,
  as: { userName: string; uploadFileName?: string | undefined },
): Promise<FileRow> {
  const item = await requireFound(ctx, handle)
  if (item.kind === 'blob') throw invalidField('handle', 'names weights of a model, which are no file to upload')
  const owner = await findByUserName(ctx.db, as.userName)
  if (!owner) throw notFound('account')
  const [source] = await ctx.db.select({ ownerId: sources.ownerId }).from(sources).where(eq(sources.id, handle))
  const [file] = await ctx.db.select({ id: files.id }).from(files).where(eq(files.id, handle))
  const isFree = !file && (!source || source.ownerId === owner.id)
  const id = isFree ? handle : newHandle(ctx, 'f')
  const sealed = await ctx.files.bringBack(item, id)
  return insertAdopted(ctx, { id, ownerId: owner.id, uploadFileName: as.uploadFileName ?? `${handle}.csv` }, sealed)
}

/** The source may still be there: detections on the file outlive it. */
async function insertAdopted(
  ctx: FoundContext,
  about: { id: string; ownerId: string; uploadFileName: string },
  sealed: SealedFile,
): Promise<FileRow> {
  const createdAt = ctx.clock.now()
  const { id, ownerId, uploadFileName } = about
  return ctx.db.transaction(async (tx) => {
    await tx
      .insert(sources)
      .values({ id, ownerId, kind: 'file', name: uploadFileName, createdAt })
      .onConflictDoNothing()
    const [row] = await tx
      .insert(files)
      .values({ ...about, ...sealed, state: 'stored', createdAt, expiresAt: expiryFrom(ctx) })
      .returning()
    return row!
  })
}

/** Deletes a file that was set aside, permanently. */
export async function discardFound(ctx: Pick<Context, 'files'>, handle: string): Promise<FoundItem> {
  const item = await requireFound(ctx, handle)
  await ctx.files.discard(item)
  return item
}

async function requireFound(ctx: Pick<Context, 'files'>, handle: string): Promise<FoundItem> {
  const item = (await listFound(ctx)).find((one) => one.handle === handle)
  if (!item) throw new DomainError('NOT_FOUND', { message: `Nothing with the handle ${handle} was set aside.` })
  return item
}
