import { renderSentence } from '@omen/engine'
import { asc, eq } from 'drizzle-orm'
import { findings } from '../../../schema/index.ts'
import type { IncidentFinding } from '../../../schema/wire-types.ts'
import type { Context } from '../../context.ts'
import type { Locale } from '../../errors.ts'
import { type FindingRow, toGap, toPeriod } from '../../findings/index.ts'

/** Findings of one incident that are read. */
const MAX_FINDINGS = 500
const MAX_SERIES = 20

/** By start; of very many the first ones. */
export async function readFindings({ db }: Pick<Context, 'db'>, incidentId: string): Promise<FindingRow[]> {
  return db
    .select()
    .from(findings)
    .where(eq(findings.incidentId, incidentId))
    .orderBy(asc(findings.startTime), asc(findings.id))
    .limit(MAX_FINDINGS)
}

export function toWireFinding(row: FindingRow, locale: Locale): IncidentFinding {
  const { id, type, kind, startTime: start, endTime: end, severity, direction } = row
  return {
    id: `f${id}`,
    type,
    kind,
    start,
    end,
    val: kind === 'down' ? -Math.PI : severity === null ? null : severity * (direction ?? 1),
    sentence: renderSentence(row.detail.sentence, locale),
    instances: instancesOf(row),
    series: movedIn(row).slice(0, MAX_SERIES),
  }
}

/** Ids of the series that moved in a finding; of a gap those without values. */
export function movedIn(row: FindingRow): string[] {
  if (row.type === 'log') return []
  if (row.type === 'gap') return toGap(row).seriesIds
  return toPeriod(row).series.flatMap(({ seriesId, firstAt }) => (firstAt === null ? [] : seriesId))
}

function instancesOf(row: FindingRow): string[] {
  const { sentence } = row.detail
  const named = 'instance' in sentence ? sentence.instance : undefined
  return named === undefined || named === '' ? [] : [named]
}

/** Until when it has gone: of one that lasts the time of its last row so far. */
export function lastRowOf({ endTime, detail, startTime }: FindingRow): number {
  return endTime ?? detail.lastRowAt ?? startTime
}
