import { eq } from 'drizzle-orm'
import type { TimeSpan } from '../../ports/point-store.ts'
import { livePositions, logFiles } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { findOwnFile } from '../files/index.ts'
import { invalidField } from '../invalid-field.ts'
import { findReadableProject } from '../projects/index.ts'

/** What names a log: a project, or a file. */
export interface LogName {
  readonly projectName?: string | undefined
  readonly filename?: string | undefined
}

/** A project for logs, or a file that was read as one. */
export interface LogSource {
  /** Of its templates and findings. */
  readonly sourceId: string
  /** Under which its lines and counts are stored. */
  readonly storeId: string
  /** Of rows of counts. */
  readonly stepMs: number
  /** False: times are numbers of lines. */
  readonly hasTimes: boolean
  /** Of its first and last line. */
  readonly from: number
  readonly to: number
  /** Of a project: lines after it have no template yet. */
  readonly analysedTo: number | null
  readonly file: (typeof logFiles.$inferSelect & { readonly uploadFileName: string }) | undefined
}

const WEEK_MS = 7 * 86_400_000

/** Rejects for what is not the caller's to read as if it did not exist, and for what has no lines. */
export async function findLogSource(ctx: Context, caller: Caller, name: LogName): Promise<LogSource> {
  const { projectName, filename } = name
  if ((projectName === undefined) === (filename === undefined))
    throw invalidField('projectName', 'either projectName or filename is needed', { rule: 'required' })
  return filename === undefined ? ofProject(ctx, caller, projectName!) : ofFile(ctx, caller, filename)
}

async function ofProject(ctx: Context, caller: Caller, projectName: string): Promise<LogSource> {
  const { project, source } = await findReadableProject(ctx, caller, projectName)
  if (project.dataType !== 'Log')
    throw invalidField('projectName', 'collects metrics: it has no log lines', { sentence: NO_LINES })
  const [scored] = await ctx.db.select().from(livePositions).where(eq(livePositions.sourceId, source.id))
  const now = ctx.clock.now()
  return {
    sourceId: source.id,
    storeId: source.id,
    stepMs: project.samplingMs,
    hasTimes: true,
    file: undefined,
    from: source.fromTime ?? now,
    to: Math.max(now, source.toTime ?? now),
    analysedTo: scored?.position == null ? null : scored.position + project.samplingMs,
  }
}

const NO_LINES = {
  en: 'This project collects metrics: it has no log lines.',
  'zh-CN': '该项目采集的是指标，没有日志。',
}

async function ofFile(ctx: Context, caller: Caller, filename: string): Promise<LogSource> {
  const file = await findOwnFile(ctx, caller, filename)
  if (file.state === 'expired') throw new DomainError('NOT_FOUND', { message: 'The file has expired.' })
  const [read] = await ctx.db.select().from(logFiles).where(eq(logFiles.fileId, file.id))
  if (!read) throw new DomainError('CONFLICT', { message: NOT_READ })
  return {
    sourceId: file.id,
    storeId: read.datasetId,
    stepMs: read.bucketMs,
    hasTimes: read.hasTimes,
    from: read.fromTime,
    to: read.toTime,
    analysedTo: null,
    file: { ...read, uploadFileName: file.uploadFileName },
  }
}

const NOT_READ = {
  en: 'The file was not read as a log yet. Start its analysis first.',
  'zh-CN': '该文件尚未作为日志读取。请先开始分析。',
}

/** In whole rows of counts, rounded outwards. Both ends of what is asked for are included. */
export function selectionOf(
  { stepMs, file, ...source }: LogSource,
  wanted: { readonly from?: number | undefined; readonly to?: number | undefined },
): TimeSpan {
  const to = wanted.to ?? source.to
  const from = wanted.from ?? (file ? source.from : to - WEEK_MS)
  if (from > to) throw invalidField('from', 'must not be later than to', { rule: 'order' })
  return { from: Math.floor(from / stepMs) * stepMs, to: (Math.floor(to / stepMs) + 1) * stepMs }
}
