import { and, eq, isNull } from 'drizzle-orm'
import { datasets, files } from '../../adapters/database/schema/index.ts'
import type { ParsedFile } from '../../ports/compute.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { fromFailure, toFailure } from '../failure.ts'
import { newHandle } from '../handle.ts'
import { instanceId } from '../instance.ts'
import { explainStore } from '../store-fault.ts'
import type { DatasetRow, FileRow } from './file-row.ts'
import { toPreview, toRefusal } from './preview.ts'
import { toSummary } from './series-summary.ts'
import { createSharedWork } from './shared-work.ts'

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  onProgress?(doneBytes: number, totalBytes: number): void
}

const reading = createSharedWork<FileRow>()

/**
 * Parses a file and stores its points, once: whoever asks meanwhile waits for the same reading, whoever asks later gets the
 * stored outcome. A file that cannot be read is an outcome too (`state: refused`).
 */
export async function readFileOnce(ctx: Context, file: FileRow, options: ReadOptions = {}): Promise<FileRow> {
  if (file.state === 'receiving') throw new DomainError('UPLOAD_INCOMPLETE')
  if (file.state === 'expired') throw new DomainError('NOT_FOUND', { message: 'The file has expired.' })
  if (file.state !== 'stored') return file
  return reading.join(file.id, (shared) => parseAndStore(ctx, file, shared), options)
}

/** The points of a metrics file; throws why there are none. */
export async function requirePoints(
  ctx: Context,
  file: FileRow,
  options: ReadOptions = {},
): Promise<{ file: FileRow; dataset: DatasetRow }> {
  const read = await readFileOnce(ctx, file, options)
  if (read.failure) throw fromFailure(read.failure)
  if (read.datasetId === null)
    throw new DomainError('NOT_METRICS', { details: [{ field: 'filename', message: `holds ${read.preview?.kind}` }] })
  const [dataset] = await ctx.db.select().from(datasets).where(eq(datasets.id, read.datasetId))
  return { file: read, dataset: dataset! }
}

async function parseAndStore(ctx: Context, file: FileRow, options: ReadOptions): Promise<FileRow> {
  const id = newHandle(ctx, 'ds')
  await ctx.db.insert(datasets).values({
    id,
    state: 'filling',
    series: [],
    rows: 0,
    filledBy: instanceId,
    createdAt: ctx.clock.now(),
  })
  try {
    const parsed = await ctx.compute.parse(
      {
        path: ctx.files.locate(file.id),
        limits: limitsOf(ctx),
        onBlock: (block) => ctx.points.insertPoints(id, block),
      },
      { signal: options.signal, onProgress: (done) => options.onProgress?.(done, file.bytes) },
    )
    return await keepOutcome(ctx, file, id, parsed)
  } catch (error) {
    await discard(ctx, id)
    throw explainStore(error)
  }
}

async function keepOutcome(ctx: Context, file: FileRow, id: string, parsed: ParsedFile): Promise<FileRow> {
  if (parsed.kind === 'metrics') return keepPoints(ctx, file, id, parsed)
  await discard(ctx, id)
  const outcome =
    parsed.kind === 'refused'
      ? { state: 'refused' as const, failure: toFailure(toRefusal(parsed)) }
      : { state: 'parsed' as const, preview: toPreview(parsed) }
  return updateUnread(ctx, file, outcome)
}

async function keepPoints(
  ctx: Context,
  file: FileRow,
  id: string,
  parsed: Extract<ParsedFile, { kind: 'metrics' }>,
): Promise<FileRow> {
  const { report, rows, intervalMs } = parsed
  // Where rows of the same time replaced each other, only the store knows what is left.
  const statistics = report.duplicates > 0 ? await ctx.points.describe(id) : parsed.statistics
  const summaries = statistics.map((one) => toSummary(one, rows))
  return ctx.db.transaction(async (tx) => {
    await tx
      .update(datasets)
      .set({
        state: 'ready',
        series: report.series,
        rows,
        summaries,
        intervalMs,
        fromTime: report.from,
        toTime: report.to,
      })
      .where(eq(datasets.id, id))
    return updateUnread({ db: tx }, file, { state: 'parsed', preview: toPreview(parsed), datasetId: id })
  })
}

/** Another server may have read the same file meanwhile; the first one counts, and what the other stored is swept away. */
async function updateUnread(ctx: Pick<Context, 'db'>, file: FileRow, outcome: Partial<FileRow>): Promise<FileRow> {
  const [updated] = await ctx.db
    .update(files)
    .set(outcome)
    .where(and(eq(files.id, file.id), eq(files.state, 'stored'), isNull(files.datasetId)))
    .returning()
  if (updated) return updated
  const [current] = await ctx.db.select().from(files).where(eq(files.id, file.id))
  if (!current) throw new DomainError('NOT_FOUND')
  return current
}

async function discard(ctx: Context, id: string): Promise<void> {
  await ctx.points.drop([id])
  await ctx.db.delete(datasets).where(eq(datasets.id, id))
}

function limitsOf({ settings }: Context) {
  const { maxColumns, maxLineBytes, maxDecompressedBytes, maxCells } = settings
  return { maxColumns, maxLineBytes, maxDecompressedBytes, maxCells }
}
