import { and, desc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { findings, verdicts } from '../../schema/index.ts'
import type { Verdict } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'

/** No more of the time than this is left out for findings without a verdict: a project in which something is always found would learn nothing. */
const mostLeftOut = 1 / 3

/** Epoch milliseconds. */
export interface Interval {
  readonly start: number
  readonly end: number
}

/** A period on live data with the verdict on it, if there is one. */
export interface FoundInterval extends Interval {
  readonly isNewNormal: boolean
  readonly verdict: Verdict | null
}

interface Span {
  readonly from: number
  readonly to: number
}

/**
 * The intervals that a training leaves out: those confirmed by a verdict, however many, then the most severe others. A false alarm is to be learned, and so is
 * a level that has become the new normal, unless it was confirmed.
 */
export function exclusionsOf(found: readonly FoundInterval[], span: Span): Interval[] {
  const within = ({ start, end }: Interval): Interval => ({
    start: Math.max(start, span.from),
    end: Math.min(end, span.to),
  })
  const confirmed = found.filter(({ verdict }) => verdict === 'true').map(within)
  const others = found.filter(({ verdict, isNewNormal }) => verdict !== 'true' && verdict !== 'false' && !isNewNormal)
  let left = (span.to - span.from) * mostLeftOut
  for (const { start, end } of confirmed) left -= end - start
  return others.map(within).reduce((kept, one) => {
    left -= one.end - one.start
    if (left >= 0) kept.push(one)
    return kept
  }, confirmed)
}

/** What a training on an interval of a project leaves out; `assumed` takes the place of the verdict on one finding. */
export async function readExclusions(
  ctx: Pick<Context, 'db'>,
  sourceId: string,
  span: Span,
  assumed?: { readonly findingId: number; readonly verdict: Verdict },
): Promise<Interval[]> {
  const isWithin = and(lte(findings.startTime, span.to), or(isNull(findings.endTime), gte(findings.endTime, span.from)))
  const rows = await ctx.db
    .select({
      ...{ id: findings.id, start: findings.startTime, end: findings.endTime, verdict: verdicts.verdict },
      isNewNormal: sql<boolean>`coalesce((${findings.detail} ->> 'isNewNormal')::boolean, false)`,
    })
    .from(findings)
    .leftJoin(verdicts, eq(verdicts.findingId, findings.id))
    .where(and(eq(findings.sourceId, sourceId), isNotNull(findings.key), eq(findings.type, 'period'), isWithin))
    .orderBy(desc(findings.severity), findings.id)
  const found = rows.map(({ id, end, verdict, ...row }) => ({
    ...row,
    end: end ?? span.to,
    verdict: id === assumed?.findingId ? assumed.verdict : verdict,
  }))
  return exclusionsOf([...found, ...(await readConfirmedGone(ctx, sourceId, span))], span)
}

/** Periods that were confirmed and are not found any more, as they were reviewed. */
async function readConfirmedGone(ctx: Pick<Context, 'db'>, sourceId: string, span: Span): Promise<FoundInterval[]> {
  const rows = await ctx.db
    .select({ period: verdicts.period })
    .from(verdicts)
    .where(and(eq(verdicts.sourceId, sourceId), isNull(verdicts.findingId), eq(verdicts.verdict, 'true')))
  return rows
    .filter(({ period: { start, end } }) => start <= span.to && end >= span.from)
    .map(({ period: { start, end } }) => ({ start, end, isNewNormal: false, verdict: 'true' }))
}
