import { and, eq, gte } from 'drizzle-orm'
import type { LogLine, LogStore } from '../../../ports/log-lines.ts'
import { logTemplates } from '../../../schema/index.ts'
import type { IncidentLogs } from '../../../schema/wire-types.ts'
import type { Context } from '../../context.ts'
import { type FindingRow, toLog } from '../../findings/index.ts'
import type { ProjectRow } from '../../projects/index.ts'

const MINUTE_MS = 60_000
/** Around the onset. */
const BEFORE_MS = 2 * MINUTE_MS
const AFTER_MS = 8 * MINUTE_MS
const MAX_LINES = 500
/** Of them before the onset, so that many of these leave those of the incident their place. */
const MAX_LINES_BEFORE = 100
const MAX_CHARACTERS = 2000

/** The log lines of a project around the onset of an incident. */
export async function readLogLines(
  ctx: Context,
  { source, project }: ProjectRow,
  onset: number,
  rows: readonly FindingRow[],
): Promise<IncidentLogs> {
  const span = { from: onset - BEFORE_MS, to: onset + AFTER_MS }
  if (project.dataType !== 'Log') return { ...span, hasMore: false, lines: [] }
  const [{ lines, hasMore }, fresh] = await Promise.all([
    readAround(ctx, source.id, { ...span, onset }),
    ctx.db
      .select({ id: logTemplates.id })
      .from(logTemplates)
      .where(and(eq(logTemplates.sourceId, source.id), gte(logTemplates.firstAt, onset - MINUTE_MS))),
  ])
  const newTemplates = new Set(fresh.map(({ id }) => id))
  const examples = new Set(
    rows.flatMap((row) => (row.type === 'log' && toLog(row).sentence.finding === 'new' ? toLog(row).example : [])),
  )
  return {
    ...span,
    hasMore,
    lines: lines.map(({ time, severity, instance, service, line, template }) => ({
      time,
      severity,
      instance,
      service,
      template,
      line: line.slice(0, MAX_CHARACTERS),
      isNew: (template > 0 && newTemplates.has(template)) || examples.has(line),
    })),
  }
}

/** The last lines before the onset and the first ones since. */
export async function readAround(
  { points }: { readonly points: Pick<LogStore, 'readLogs' | 'readNewestLogs'> },
  sourceId: string,
  { from, onset, to }: { readonly from: number; readonly onset: number; readonly to: number },
): Promise<{ lines: LogLine[]; hasMore: boolean }> {
  const before = await points.readNewestLogs(sourceId, { from, to: onset }, {}, MAX_LINES_BEFORE)
  const { lines, next } = await points.readLogs(sourceId, { from: onset, to }, {}, MAX_LINES - before.length)
  return { lines: [...before.toReversed(), ...lines], hasMore: next !== null }
}
