import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { Context } from '../context.ts'
import type { FileRow } from './file-row.ts'

/**
 * Whether a file decompresses to more than the limit. Decompression stops at the limit; a damaged gzip is
 * as large as its readable part.
 */
export async function isLargerThan(ctx: Pick<Context, 'files'>, file: FileRow, limit: number): Promise<boolean> {
  if (file.bytes > limit) return true
  if (!(await isGzip(ctx, file))) return false
  const content = pipeline(await ctx.files.open('file', file.id), createGunzip(), () => {})
  let bytes = 0
  try {
    for await (const chunk of content as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > limit) return true
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
  }
  return false
}

async function isGzip(ctx: Pick<Context, 'files'>, file: FileRow): Promise<boolean> {
  const magic = await buffer(await ctx.files.open('file', file.id, { start: 0, end: 1 }))
  return magic[0] === 0x1f && magic[1] === 0x8b
}
