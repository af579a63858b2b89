import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { Context } from '../context.ts'
import type { FileRow } from './file-row.ts'

/** The content of a file, decompressed. Ending the iteration early closes the file. */
export async function openText(
  ctx: Pick<Context, 'files'>,
  file: Pick<FileRow, 'id'>,
): Promise<AsyncIterable<Uint8Array>> {
  const isZipped = await isGzip(ctx, file)
  const content = await ctx.files.open('file', file.id)
  return (isZipped ? pipeline(content, createGunzip(), () => {}) : content) as AsyncIterable<Uint8Array>
}

export async function isGzip(ctx: Pick<Context, 'files'>, file: Pick<FileRow, 'id'>): Promise<boolean> {
  const magic = await buffer(await ctx.files.open('file', file.id, { start: 0, end: 1 }))
  return magic[0] === 0x1f && magic[1] === 0x8b
}
