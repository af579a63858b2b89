import type { Interval } from '@omen/engine'
import type { Context } from '../context.ts'
import type { FileRow } from './file-row.ts'
import { toRefusal } from './preview.ts'

/** The stretches in a file of intervals. They are few, so they are read again each time. */
export async function readIntervals(ctx: Context, file: FileRow): Promise<readonly Interval[]> {
  const { maxColumns, maxLineBytes, maxDecompressedBytes, maxCells } = ctx.settings
  const limits = { maxColumns, maxLineBytes, maxDecompressedBytes, maxCells }
  const parsed = await ctx.compute.parse({ path: ctx.files.locate(file.id), limits, onBlock: async () => {} })
  if (parsed.kind === 'refused') throw toRefusal(parsed)
  return parsed.kind === 'intervals' ? parsed.intervals : []
}
