import type { ParsedFile } from '../../ports/compute.ts'
import type { Context } from '../context.ts'
import { parseLimitsOf } from './parse-limits.ts'

export interface ParseOptions {
  readonly signal?: AbortSignal | undefined
  onProgress?(doneBytes: number): void
}

/** Parses an uploaded file and inserts its points into a dataset, block by block. */
export function parseInto(
  ctx: Context,
  dataset: string,
  filename: string,
  { signal, onProgress }: ParseOptions,
): Promise<ParsedFile> {
  return ctx.compute.parse(
    {
      source: ctx.files.source(filename),
      limits: parseLimitsOf(ctx.settings),
      onBlock: (block) => ctx.points.insertPoints(dataset, block),
    },
    { signal, onProgress: (done) => onProgress?.(done) },
  )
}
