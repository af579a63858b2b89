import type { LogDetail } from '@omen/engine'
import { and, eq } from 'drizzle-orm'
import type { LogFileSummary, ReadLog } from '../../ports/compute.ts'
import { datasets, files, findings, logFiles, logTemplates, sources } from '../../schema/index.ts'
import type { LogParameters } from '../../schema/job-parameters.ts'
import type { JobResult } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { discardDataset, type FileRow, toLogPreview, toRefusal } from '../files/index.ts'
import { fromLog, type NewFinding } from '../findings/index.ts'
import { newHandle } from '../handle.ts'
import { instanceId } from '../instance.ts'
import type { JobWork, WorkOptions } from '../jobs/index.ts'
import { requireStorage, storageFull, storageRoom } from '../quotas/index.ts'

type Read = Extract<ReadLog, { kind: 'log' }>
const ROWS_PER_INSERT = 500
const MAX_TEMPLATE_TEXT_LENGTH = 500

/** Reads a file as a log and keeps its lines, templates and findings; of an earlier reading nothing is left. */
export async function readLogFile(
  ctx: Context,
  job: JobWork<LogParameters>,
  { signal, report }: WorkOptions,
): Promise<JobResult> {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, job.parameters.filename))
  if (!file) throw new DomainError('NOT_FOUND', { message: 'The file was deleted meanwhile.' })
  const storage = { accountId: file.ownerId, linesOf: file.id }
  const room = await storageRoom(ctx, storage)
  let storedBytes = 0
  const id = newHandle(ctx, 'ds')
  const createdAt = ctx.clock.now()
  await ctx.db.insert(datasets).values({ id, state: 'filling', rows: 0, filledBy: instanceId, createdAt })
  try {
    const read = await ctx.compute.readLog(
      {
        source: ctx.files.source(file.id),
        limits: ctx.settings,
        now: file.createdAt,
        onBlock: async (block) => {
          storedBytes += block.bytes.length
          if (storedBytes > room) throw storageFull(ctx.settings, room)
          await ctx.points.insertFileLines(id, block)
        },
      },
      { signal, onProgress: (done) => report({ done, total: 2 * file.bytes, unit: 'bytes', note: 'reading' }) },
    )
    if (read.kind === 'refused') throw toRefusal(read)
    await ctx.points.countFileLines(id, read.summary.bucketMs)
    signal.throwIfAborted()
    return await ctx.db.transaction(async (tx) => {
      await requireStorage(ctx, tx, { ...storage, bytes: storedBytes })
      return keep({ ...ctx, db: tx }, file, { id, storedBytes }, read)
    })
  } catch (error) {
    await discardDataset(ctx, id)
    throw error
  }
}

/** What a job says of a file that was read. */
export async function toLogResult(
  { db }: Pick<Context, 'db'>,
  { fileId, lines, records, templates }: typeof logFiles.$inferSelect,
): Promise<JobResult> {
  const found = await db.$count(findings, and(eq(findings.sourceId, fileId), eq(findings.type, 'log')))
  return { logs: { filename: fileId, lines, records, templates, findings: found } }
}

async function keep(
  ctx: Context,
  file: FileRow,
  { id: datasetId, storedBytes }: { readonly id: string; readonly storedBytes: number },
  read: Read,
): Promise<JobResult> {
  const { db } = ctx
  const { summary, templates } = read
  const { from: fromTime, to: toTime, ...about } = summary
  await db.update(datasets).set({ state: 'ready', rows: summary.records }).where(eq(datasets.id, datasetId))
  const values = {
    datasetId,
    ...about,
    fromTime,
    toTime,
    templates: templates.length,
    notes: notesOf(summary),
    readAt: ctx.clock.now(),
    storedBytes,
  }
  const [row] = await db
    .insert(logFiles)
    .values({ fileId: file.id, ...values })
    .onConflictDoUpdate({ target: logFiles.fileId, set: values })
    .returning()
  // A table of metrics stays one
  if (file.datasetId === null) {
    const preview = toLogPreview(summary, values.notes)
    await db.update(files).set({ state: 'parsed', failure: null, preview }).where(eq(files.id, file.id))
    await db.update(sources).set({ fromTime, toTime }).where(eq(sources.id, file.id))
  }
  await db.delete(logTemplates).where(eq(logTemplates.sourceId, file.id))
  await db.delete(findings).where(and(eq(findings.sourceId, file.id), eq(findings.type, 'log')))
  await insertInParts(templates, (part) =>
    db.insert(logTemplates).values(part.map((template) => ({ sourceId: file.id, ...template }))),
  )
  await insertInParts(toFindings(file.id, read), (part) => db.insert(findings).values([...part]))
  return toLogResult(ctx, row!)
}

async function insertInParts<T>(rows: readonly T[], insert: (part: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) await insert(rows.slice(from, from + ROWS_PER_INSERT))
}

/** Without times findings lie at the numbers of their lines. What stopped is missing for as long as its missed beats take. */
function toFindings(sourceId: string, { findings: found, templates, summary }: Read): NewFinding[] {
  const by = new Map(templates.map((template) => [template.id, template]))
  return found.flatMap(
    ({ kind, templateId, line, start, end, events, probability, val, observed, usual }): NewFinding[] => {
      const template = by.get(templateId)
      if (template === undefined) return []
      const at = summary.hasTimes && !Number.isNaN(start) ? Math.floor(start) : line
      const until = summary.hasTimes && !Number.isNaN(end) ? Math.max(at, Math.floor(end)) : at
      const beats = kind === 'cold' ? (observed ?? 0) * (usual ?? 0) : 0
      const durationMs = Math.max(until - at, Math.round(beats))
      const lines = kind === 'hot' || kind === 'cold' ? Math.max(1, Math.round(observed ?? events)) : events
      const detail: LogDetail = {
        start: at,
        end: until,
        rows: lines,
        val,
        probability,
        templateId,
        example: template.example,
        sentence: {
          kind: 'log',
          finding: kind,
          template: template.text.slice(0, MAX_TEMPLATE_TEXT_LENGTH),
          instance: '',
          isError: template.isError,
          lines,
          bucketMs: summary.bucketMs,
          durationMs,
          ...(observed !== undefined && { observed }),
          ...(usual !== undefined && { usual }),
        },
      }
      const row = fromLog(detail, { sourceId, detectionId: null, numberOf: () => undefined })
      return [{ ...row, detail: { ...row.detail, line } as NewFinding['detail'] }]
    },
  )
}

function notesOf({
  encoding,
  cutLines,
  badLines,
  hasTimes,
  forgottenTemplates,
  droppedFindings,
}: LogFileSummary): string[] {
  const note = (count: number, text: string): string[] => (count === 0 ? [] : [`${count} ${text}`])
  return [
    ...(encoding === 'utf-8' ? [] : [`The text is ${encoding === 'gb18030' ? 'GB18030' : encoding.toUpperCase()}.`]),
    ...(hasTimes ? [] : ['The lines have no times that are known: they are numbered, and nothing is hot or cold.']),
    ...note(cutLines, 'of the lines were cut: they are longer than 65,536 characters.'),
    ...note(badLines, 'of the lines have bytes that are not text of this encoding.'),
    ...note(forgottenTemplates, 'templates were forgotten for want of room.'),
    ...note(droppedFindings, 'findings were left out, the least severe ones.'),
  ]
}
