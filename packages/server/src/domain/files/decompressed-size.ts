import type { Context } from '../context.ts'
import type { FileRow } from './file-row.ts'
import { isGzip, openText } from './open-text.ts'

/**
 * Whether a file decompresses to more than the limit. Decompression stops at the limit; a damaged gzip is
 * as large as its readable part.
 */
export async function isLargerThan(ctx: Pick<Context, 'files'>, file: FileRow, limit: number): Promise<boolean> {
  if (file.bytes > limit) return true
  if (!(await isGzip(ctx, file))) return false
  let bytes = 0
  try {
    for await (const chunk of await openText(ctx, file)) {
      bytes += chunk.length
      if (bytes > limit) return true
    }
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
  }
  return false
}
