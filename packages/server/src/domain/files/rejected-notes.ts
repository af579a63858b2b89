import { eq } from 'drizzle-orm'
import { files } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import type { FileRow } from './file-row.ts'

/** A note on the lines of a file that were rejected, if there are any: their samples are in no result made from it. */
export function rejectedNotes(file: Pick<FileRow, 'uploadFileName' | 'preview'> | undefined, locale: Locale): string[] {
  const rejected = file?.preview?.rejectedRows ?? 0
  if (file === undefined || rejected === 0) return []
  const { uploadFileName } = file
  if (locale === 'zh-CN')
    return [
      `${uploadFileName} 中有 ${rejected} 行被拒绝，其数据未被使用。可在该文件的页面或用 "omen files rejected" 查看。`,
    ]
  const lines = rejected === 1 ? '1 line' : `${rejected} lines`
  const were = rejected === 1 ? 'was' : 'were'
  return [
    `${lines} of ${uploadFileName} ${were} rejected and not used; the page of the file and "omen files rejected" list them.`,
  ]
}

/** Reads this note for the file that a source holds; empty if the source is no file, or the file was deleted. */
export async function readRejectedNotes(ctx: Pick<Context, 'db'>, sourceId: string, locale: Locale): Promise<string[]> {
  const { uploadFileName, preview } = files
  const [file] = await ctx.db.select({ uploadFileName, preview }).from(files).where(eq(files.id, sourceId))
  return rejectedNotes(file, locale)
}
