import { renderTitle } from '@omen/engine'
import { and, asc, eq, gte, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { findings } from '../../../schema/index.ts'
import type { Context } from '../../context.ts'
import type { Locale } from '../../errors.ts'
import type { ProjectRow } from '../../projects/index.ts'
import { readAffected } from '../facts/affected-series.ts'
import { rankIncident } from '../facts/causes.ts'
import { causesToWire, changesToWire, namesFor } from '../facts/causes-to-wire.ts'
import { readChanges } from '../facts/changes.ts'
import { readLogLines } from '../facts/log-lines.ts'
import { timelineOf } from '../facts/timeline.ts'
import type { TextFacts } from './facts.ts'

const mostFindings = 500
const hourMs = 3_600_000

/** All findings of an interval of a project as if they were one incident. */
export async function readInterval(
  ctx: Context,
  project: ProjectRow,
  { from, to }: { readonly from: number; readonly to: number },
  locale: Locale,
): Promise<TextFacts> {
  const sourceId = project.source.id
  const isWithin = and(lte(findings.startTime, to), or(isNull(findings.endTime), gte(findings.endTime, from)))
  const rows = await ctx.db
    .select()
    .from(findings)
    .where(and(eq(findings.sourceId, sourceId), isNotNull(findings.key), isWithin))
    .orderBy(asc(findings.startTime), asc(findings.id))
    .limit(mostFindings)
  const { series: affected } = await readAffected(ctx, sourceId, rows)
  const start = Math.max(from, rows[0]?.startTime ?? from)
  const changes = await readChanges(ctx, sourceId, { from: start - hourMs, to })
  const ids = affected.map(({ seriesId }) => seriesId)
  const [ranking = null, logs] = await Promise.all([
    rankIncident(ctx, project, { id: '', start, end: to }, { rows, affected: ids, changes }),
    readLogLines(ctx, project, start, rows),
  ])
  const names = await namesFor(ctx, sourceId, ranking)
  const series = affected.map(({ number: _, isRate: __, ...one }) => one)
  const worst = rows.toSorted((a, b) => (b.severity ?? 0) - (a.severity ?? 0))[0]
  const name = project.source.name
  return {
    title: worst === undefined ? name : renderTitle(worst.detail.sentence, locale),
    sentence: counted(rows.length, locale),
    ...{ projectName: name, timeZone: project.project.timeZone, from, to, stepMs: 0, state: 'resolved' },
    ...{
      timeline: timelineOf({ rows, series, changes }, locale),
      causes: causesToWire(ranking, locale, names),
      series,
      logs,
    },
    ...{ changes: changesToWire(ranking, changes), similar: [], history: [], picture: { from, to } },
  }
}

function counted(count: number, locale: Locale): string {
  if (locale === 'zh-CN') return `${count} 项发现`
  return count === 1 ? '1 finding' : `${count} findings`
}
