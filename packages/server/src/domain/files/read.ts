import { describeBadTime, isTimeInRange } from '@omen/engine'
import { and, eq, isNull } from 'drizzle-orm'
import type { ParsedFile } from '../../ports/compute.ts'
import type { PointStatistics } from '../../ports/point-store.ts'
import { datasets, files, sources } from '../../schema/index.ts'
import type { SeriesSummary } from '../../schema/series-summary.ts'
import type { Context } from '../context.ts'
import { convertStoreError } from '../convert-store-error.ts'
import { DomainError } from '../errors.ts'
import { fromFailure, toFailure } from '../failure.ts'
import { newHandle } from '../handle.ts'
import { instanceId } from '../instance.ts'
import { createSharedWork } from '../shared-work.ts'
import { keepSeries } from '../sources/index.ts'
import { type Dataset, readDataset } from './dataset.ts'
import { recordOf } from './dataset-record.ts'
import type { FileRow } from './file-row.ts'
import { parseInto } from './parse-into.ts'
import { toPreview, toRefusal } from './preview.ts'
import { fileDamaged, requireIntact } from './verify.ts'

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  onProgress?(doneBytes: number, totalBytes: number): void
}

const reading = createSharedWork<FileRow>()

/**
 * Parses a file and stores its points once: concurrent callers wait for the same parse, later callers get the
 * stored outcome. An unreadable file is an outcome too (`state: refused`).
 */
export async function readFileOnce(ctx: Context, file: FileRow, options: ReadOptions = {}): Promise<FileRow> {
  if (file.state === 'receiving') throw new DomainError('UPLOAD_INCOMPLETE')
  if (file.state === 'expired') throw new DomainError('NOT_FOUND', { message: 'The file has expired.' })
  if (file.state !== 'stored') return file
  return reading.join(file.id, (shared) => parseAndStore(ctx, file, shared), options)
}

/** The points of a metrics file; throws the reason if there are none. */
export async function requirePoints(
  ctx: Context,
  file: FileRow,
  options: ReadOptions = {},
): Promise<{ file: FileRow; dataset: Dataset }> {
  const read = await readFileOnce(ctx, file, options)
  if (read.failure) throw fromFailure(read.failure)
  if (read.datasetId === null)
    throw new DomainError('NOT_METRICS', { details: [{ field: 'filename', message: `holds ${read.preview?.kind}` }] })
  requireTimesInRange(read)
  return { file: read, dataset: await readDataset(ctx, read.id, read.datasetId) }
}

/** Version 0.1 read day numbers and dates without separators as epoch times of 1970, and such files are still stored. */
function requireTimesInRange({ preview }: FileRow): void {
  const outside = [preview?.from, preview?.to].find((ms) => typeof ms === 'number' && !isTimeInRange(ms))
  if (typeof outside !== 'number') return
  const text = new Date(outside).toISOString()
  throw new DomainError('NO_GOOD_ROWS', {
    message: {
      en: `The file has times outside of 1990 to 2099, such as ${text}: an earlier version read it so. Delete it, write its times as date and time, and upload it again.`,
      'zh-CN': `文件含有 1990 年至 2099 年之外的时间，例如 ${text}，系由较早的版本读取。请删除该文件，将时间写作日期和时间后重新上传。`,
    },
    details: [
      {
        field: 'filename',
        message: describeBadTime(text).reason,
        values: { cause: 'BAD_TIMESTAMP', looksLike: 'outside', text },
      },
    ],
  })
}

async function parseAndStore(ctx: Context, file: FileRow, options: ReadOptions): Promise<FileRow> {
  const id = newHandle(ctx, 'ds')
  await ctx.db
    .insert(datasets)
    .values({ id, state: 'filling', rows: 0, filledBy: instanceId, createdAt: ctx.clock.now() })
  try {
    const { signal } = options
    const parsed = await parseInto(ctx, id, file.id, {
      signal,
      onProgress: (done) => options.onProgress?.(done, file.bytes),
    })
    await requireUnchanged(ctx, file, parsed)
    return await keepOutcome(ctx, file, id, parsed)
  } catch (error) {
    await discardDataset(ctx, id)
    const known = convertStoreError(error)
    // An error of a worker thread arrives as text, without its fault: the store itself is asked.
    if (!(known instanceof DomainError || options.signal?.aborted)) await requireIntact(ctx, file, error)
    throw known
  }
}

/** A file that changed in the store is neither stored as points nor reported as a bad upload. */
async function requireUnchanged(ctx: Context, file: FileRow, parsed: ParsedFile): Promise<void> {
  if (parsed.kind !== 'metrics') return requireIntact(ctx, file)
  if (parsed.sha256 !== undefined && parsed.sha256 !== file.sha256) throw await fileDamaged(ctx, file, 'changed')
}

async function keepOutcome(ctx: Context, file: FileRow, id: string, parsed: ParsedFile): Promise<FileRow> {
  if (parsed.kind === 'metrics') return keepPoints(ctx, file, id, parsed)
  await discardDataset(ctx, id)
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
  // If rows of the same time replaced each other, only the store can count the remaining ones.
  const statistics = report.duplicates > 0 ? await ctx.points.describe(id) : parsed.statistics
  const summaries = statistics.map((one) => toSummary(one, rows))
  const span = { fromTime: report.from, toTime: report.to }
  const record = recordOf(await ctx.points.computeChecksum(id))
  return ctx.db.transaction(async (tx) => {
    await tx
      .update(datasets)
      .set({ ...record, state: 'ready', rows, rejectedRuns: report.rejectedRuns })
      .where(eq(datasets.id, id))
    const read = await updateUnread({ db: tx }, file, { state: 'parsed', preview: toPreview(parsed), datasetId: id })
    if (read.datasetId !== id) return read
    await tx
      .update(sources)
      .set({ intervalMs, ...span })
      .where(eq(sources.id, file.id))
    await keepSeries(tx, file.id, report.series, summaries, span)
    return read
  })
}

/** `rows` are those with a time of their own. */
function toSummary(statistics: PointStatistics, rows: number): SeriesSummary {
  const { present, min, max, mean, deviation } = statistics
  return {
    present: Math.min(1, present / Math.max(1, rows)),
    min: nullIfNaN(min),
    max: nullIfNaN(max),
    mean: nullIfNaN(mean),
    deviation: nullIfNaN(deviation),
  }
}

function nullIfNaN(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Another server may have parsed the same file meanwhile; the first one wins, and the other's points are swept. */
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

/** Of a dataset that is not to be kept. */
export async function discardDataset(ctx: Context, id: string): Promise<void> {
  await ctx.points.drop([id])
  await ctx.db.delete(datasets).where(eq(datasets.id, id))
}
