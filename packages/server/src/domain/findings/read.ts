import type { GapFinding, Period } from '@omen/engine'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { findings } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { type FindingRow, type StoredPeriod, toGap, toPeriod } from './finding-row.ts'

/** Findings of very many series are large: so many of them are parsed within a few milliseconds. */
const ROWS_AT_ONCE = 100

/** The periods of a detection by time, in batches that yield to other requests; limited to `kinds` if given. */
export async function* eachPeriod(
  ctx: Pick<Context, 'db'>,
  detectionId: string,
  kinds?: readonly Period['kind'][],
): AsyncGenerator<StoredPeriod[], void, undefined> {
  for await (const rows of eachRow(ctx, detectionId, 'period', kinds)) yield rows.map(toPeriod)
}

export async function readPeriods(ctx: Pick<Context, 'db'>, detectionId: string): Promise<Period[]> {
  const periods: Period[] = []
  for await (const chunk of eachPeriod(ctx, detectionId)) periods.push(...chunk)
  return periods
}

export async function readGaps(ctx: Pick<Context, 'db'>, detectionId: string): Promise<GapFinding[]> {
  const gaps: GapFinding[] = []
  for await (const rows of eachRow(ctx, detectionId, 'gap')) gaps.push(...rows.map(toGap))
  return gaps
}

/** One period of a detection by its parsed id. */
export async function findPeriod(
  ctx: Pick<Context, 'db'>,
  detectionId: string,
  { kind, start, end, nthOfSpan }: Pick<Period, 'kind' | 'start' | 'end' | 'nthOfSpan'>,
): Promise<Period | undefined> {
  const isSame = and(eq(findings.kind, kind), eq(findings.startTime, start), eq(findings.endTime, end))
  const rows = await ctx.db
    .select()
    .from(findings)
    .where(and(eq(findings.detectionId, detectionId), eq(findings.type, 'period'), isSame))
    .orderBy(asc(findings.number))
  return rows.map(toPeriod).find((period) => period.nthOfSpan === nthOfSpan)
}

async function* eachRow(
  ctx: Pick<Context, 'db'>,
  detectionId: string,
  type: FindingRow['type'],
  kinds?: readonly Period['kind'][],
): AsyncGenerator<FindingRow[], void, undefined> {
  const isOfType = and(
    eq(findings.detectionId, detectionId),
    eq(findings.type, type),
    kinds && inArray(findings.kind, [...kinds]),
  )
  for (let last = 0; ; ) {
    const rows = await ctx.db
      .select()
      .from(findings)
      .where(and(isOfType, gt(findings.number, last)))
      .orderBy(asc(findings.number))
      .limit(ROWS_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1)!.number
  }
}
