import { type DataEnd, findingState, renderSentence } from '@omen/engine'
import { and, asc, count, eq, gte, isNull, lte, or, type SQL } from 'drizzle-orm'
import { findings, type PeriodDetail, series } from '../../schema/index.ts'
import type { Finding, Page } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { type FindingRow, toPeriod } from '../findings/index.ts'
import { type CursorRequest, cursorLimits, pageWithNext } from '../page-of.ts'
import type { GivenVerdict } from '../verdicts/index.ts'
import { findReadableDetection } from './detection-row.ts'
import { periodIdOf } from './period-id.ts'
import { dataEndOf } from './to-incidents.ts'
import { readHidden, readVerdicts } from './verdict-row.ts'

export interface FindingFilter {
  /** Findings that lie at least in part within these times, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly minSeverity?: number | undefined
}

const key = { time: findings.startTime, id: findings.id, order: 'ascending' } as const

/** Stored findings of a detection by time, including those that verdicts hide. */
export async function listFindings(
  ctx: Context,
  caller: Caller,
  id: string,
  request: CursorRequest & FindingFilter & { locale: Locale },
): Promise<{ findings: Finding[]; page: Page }> {
  const detection = await findReadableDetection(ctx, caller, id)
  const where = and(eq(findings.detectionId, id), ...conditionsOf(request))
  const { limit, offset, after } = cursorLimits(request, key)
  const [total] = await ctx.db.select({ value: count() }).from(findings).where(where)
  const rows = await ctx.db
    .select({ finding: findings, leadSeriesId: series.seriesId })
    .from(findings)
    .leftJoin(series, and(eq(series.sourceId, findings.sourceId), eq(series.number, findings.leadSeries)))
    .where(and(where, after))
    .orderBy(asc(findings.startTime), asc(findings.id))
    .limit(limit)
    .offset(offset)
  const dataEnd = dataEndOf(detection)
  const verdicts = await readVerdicts(ctx, id)
  const hidden = await readHidden(ctx, detection)
  const found = rows.map(({ finding, leadSeriesId }) => {
    const common = toFinding(finding, leadSeriesId, { dataEnd, locale: request.locale })
    return finding.type === 'gap'
      ? common
      : { ...common, ...verdictOf(finding, verdicts), ...shownAs(finding.number, hidden) }
  })
  const page = pageWithNext(request, total!.value, rows, ({ finding }) => ({
    time: finding.startTime,
    id: String(finding.id),
  }))
  return { findings: found, page }
}

function conditionsOf({ from, to, minSeverity }: FindingFilter): (SQL | undefined)[] {
  return [
    from === undefined ? undefined : or(gte(findings.endTime, from), isNull(findings.endTime)),
    to === undefined ? undefined : lte(findings.startTime, to),
    minSeverity === undefined ? undefined : gte(findings.severity, minSeverity),
  ]
}

function toFinding(
  row: FindingRow,
  leadSeriesId: string | null,
  { dataEnd, locale }: { dataEnd: DataEnd; locale: Locale },
): Finding {
  const { number, rows, severity, direction, probability, detail } = row
  // Log lines are analysed live only
  const type = row.type === 'period' ? 'period' : 'gap'
  const kind = row.kind as Finding['kind']
  const period = type === 'period' ? (detail as PeriodDetail) : undefined
  const lead = period?.series[0]
  return {
    type,
    id: `gap-${number}`,
    number,
    kind,
    start: row.startTime,
    end: row.endTime,
    rows,
    severity,
    direction,
    probability,
    leadSeriesId,
    expected: lead?.usual ?? null,
    actual: lead?.peak ?? null,
    sentence: renderSentence(detail.sentence, locale),
    state: row.endTime === null ? 'open' : findingState({ ...period, end: row.endTime }, dataEnd),
    hidden: false,
  }
}

function verdictOf(row: FindingRow, verdicts: ReadonlyMap<string, GivenVerdict>): Pick<Finding, 'id'> & GivenVerdict {
  const id = periodIdOf(toPeriod(row))
  return { id, ...verdicts.get(id) }
}

/** The number of a period among those that are shown. */
function shownAs(number: number, hidden: readonly number[]): Pick<Finding, 'number' | 'hidden'> {
  if (hidden.includes(number)) return { number: null, hidden: true }
  return { number: number - hidden.filter((one) => one < number).length, hidden: false }
}
