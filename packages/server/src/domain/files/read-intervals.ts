import type { Interval } from '@omen/engine'
import type { Context } from '../context.ts'
import type { FileRow } from './file-row.ts'
import { parseLimitsOf } from './parse-limits.ts'
import { toRefusal } from './preview.ts'

/** The intervals in an intervals file. They are few, so they are read again each time. */
export async function readIntervals(ctx: Context, file: FileRow): Promise<readonly Interval[]> {
  const limits = parseLimitsOf(ctx.settings)
  const parsed = await ctx.compute.parse({ source: ctx.files.source(file.id), limits, onBlock: async () => {} })
  if (parsed.kind === 'refused') throw toRefusal(parsed)
  return parsed.kind === 'intervals' ? parsed.intervals : []
}
