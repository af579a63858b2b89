import { and, eq, gte } from 'drizzle-orm'
import { logTemplates } from '../../../schema/index.ts'
import type { IncidentLogs } from '../../../schema/wire-types.ts'
import type { Context } from '../../context.ts'
import { type FindingRow, toLog } from '../../findings/index.ts'
import type { ProjectRow } from '../../projects/index.ts'

const minuteMs = 60_000
/** Around the onset. */
const beforeMs = 2 * minuteMs
const afterMs = 8 * minuteMs
const mostLines = 500
const mostCharacters = 2000

/** The log lines of a project around the onset of an incident. */
export async function readLogLines(
  ctx: Context,
  { source, project }: ProjectRow,
  onset: number,
  rows: readonly FindingRow[],
): Promise<IncidentLogs> {
  const span = { from: onset - beforeMs, to: onset + afterMs }
  if (project.dataType !== 'Log') return { ...span, hasMore: false, lines: [] }
  const [{ lines, next }, fresh] = await Promise.all([
    ctx.points.readLogs(source.id, span, {}, mostLines),
    ctx.db
      .select({ id: logTemplates.id })
      .from(logTemplates)
      .where(and(eq(logTemplates.sourceId, source.id), gte(logTemplates.firstAt, onset - minuteMs))),
  ])
  const newTemplates = new Set(fresh.map(({ id }) => id))
  const examples = new Set(
    rows.flatMap((row) => (row.type === 'log' && toLog(row).sentence.finding === 'new' ? toLog(row).example : [])),
  )
  return {
    ...span,
    hasMore: next !== null,
    lines: lines.map(({ time, severity, instance, service, line, template }) => ({
      ...{ time, severity, instance, service, template, line: line.slice(0, mostCharacters) },
      isNew: (template > 0 && newTemplates.has(template)) || examples.has(line),
    })),
  }
}
