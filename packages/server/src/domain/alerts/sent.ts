import { and, eq, gte, inArray, max, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { alerts } from '../../schema/index.ts'
import { CROSSING_PREFIX, isCrossing, partsOfCrossing } from './crossing-ids.ts'
import type { KnownCrossing } from './crossings.ts'
import type { PlannableIncident } from './plan.ts'

export const reportsCrossings = sql`${alerts.incidentIds}::text like ${`%"${CROSSING_PREFIX}%`}`

/** When alerts of a project were sent that open a quiet time: the last of all, and those since a time, the earliest first. */
export async function readOpenings(
  db: Database,
  sourceId: string,
  since: number,
): Promise<{ readonly lastAt: number | undefined; readonly times: readonly number[] }> {
  const isOpening = and(eq(alerts.sourceId, sourceId), inArray(alerts.kind, ['opened', 'digest']))
  const [last] = await db
    .select({ at: max(alerts.at) })
    .from(alerts)
    .where(isOpening)
  const rows = await db
    .select({ at: alerts.at })
    .from(alerts)
    .where(and(isOpening, gte(alerts.at, since)))
    .orderBy(alerts.at)
  return { lastAt: last?.at ?? undefined, times: rows.map(({ at }) => at) }
}

interface SentCrossing extends Pick<PlannableIncident, 'alertedAt' | 'recoveredAt'> {
  /** That reported it first. */
  readonly alertId: string
}

/** What was sent of crossings of limits, which have no row of their own, by their ids. */
export async function readSentCrossings(db: Database, sourceId: string): Promise<ReadonlyMap<string, SentCrossing>> {
  const rows = await db
    .select({ alertId: alerts.id, kind: alerts.kind, at: alerts.at, incidentIds: alerts.incidentIds })
    .from(alerts)
    .where(and(eq(alerts.sourceId, sourceId), reportsCrossings))
    .orderBy(alerts.at)
  const sent = new Map<string, SentCrossing>()
  for (const { alertId, kind, at, incidentIds } of rows)
    for (const id of incidentIds.filter(isCrossing)) {
      const known = sent.get(id) ?? { alertId, alertedAt: at }
      sent.set(id, kind === 'recovered' ? { ...known, recoveredAt: at } : known)
    }
  return sent
}

/** Of each rule the crossing that was sent last, where its recovery was not. */
export async function readOpenCrossings(
  db: Database,
  sent: ReadonlyMap<string, SentCrossing>,
): Promise<ReadonlyMap<string, KnownCrossing>> {
  const all = [...sent].map(([id, known]) => ({ id, ...known, ...partsOfCrossing(id) }))
  const last = new Map(all.toSorted((a, b) => a.start - b.start).map((one) => [one.rule, one]))
  const open = [...last.values()].filter(({ recoveredAt }) => recoveredAt === undefined)
  if (open.length === 0) return new Map()
  const reporting = await db
    .select({ message: alerts.message })
    .from(alerts)
    .where(inArray(alerts.id, [...new Set(open.map(({ alertId }) => alertId))]))
  const incidents = reporting.flatMap(({ message }) => message.incidents)
  const peaks = new Map(incidents.map(({ incidentId, series: [lead] }) => [incidentId, lead?.value]))
  return new Map(
    open.map(({ id, rule, side, limit, start, alertedAt }) => {
      return [rule, { side, start, dueAt: alertedAt ?? start, peak: peaks.get(id) ?? limit }]
    }),
  )
}
