import { and, eq, gte, isNotNull, isNull, lte, min, or } from 'drizzle-orm'
import { findings } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/**
 * The start of the earliest time without any sample that touches a span; undefined where there is none. What a sender kept meanwhile and delivers
 * later belongs there, however late it comes.
 */
export async function collectorSilentSince(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  { from, to }: { from: number; to: number },
): Promise<number | undefined> {
  const isTouching = and(lte(findings.startTime, to), or(isNull(findings.endTime), gte(findings.endTime, from)))
  const [row] = await db
    .select({ start: min(findings.startTime) })
    .from(findings)
    .where(and(eq(findings.sourceId, sourceId), isNotNull(findings.key), eq(findings.kind, 'collector'), isTouching))
  return row?.start ?? undefined
}
