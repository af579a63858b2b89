import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm'
import { findings, incidentRecords, incidents, projects, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { describeUndescribed } from '../incident-rows/index.ts'
import { selectProjects } from '../projects/index.ts'
import { readFacts } from './facts/record.ts'

const DAY_MS = 86_400_000
/** Incidents of one run; those that are left come with the next one. */
const AT_ONCE = 20
const MAX_RUN_MS = 20_000
/** Older ones are recorded when they are opened, if their points are still there. */
const MAX_LATE_MS = 7 * DAY_MS

/** Keeps causes and picture of incidents that are over, before their points pass retention and for what comes like them. */
export async function recordIncidents(ctx: Context, stopping: AbortSignal): Promise<void> {
  const began = ctx.clock.monotonic()
  const hasFindings = sql`exists (select 1 from ${findings} where ${findings.incidentId} = ${incidents.id})`
  const isDue = and(
    ...[eq(incidents.state, 'resolved'), isNull(incidents.mergedInto), isNull(projects.removedAt)],
    ...[gte(incidents.onset, ctx.clock.now() - MAX_LATE_MS), isNull(incidentRecords.incidentId), hasFindings],
  )
  const due = await ctx.db
    .select({ incident: incidents })
    .from(incidents)
    .innerJoin(projects, eq(projects.sourceId, incidents.sourceId))
    .leftJoin(incidentRecords, eq(incidentRecords.incidentId, incidents.id))
    .where(isDue)
    .orderBy(desc(incidents.onset))
    .limit(AT_ONCE)
  for (const { incident } of due) {
    if (stopping.aborted || ctx.clock.monotonic() - began > MAX_RUN_MS) return
    const [project] = await selectProjects(ctx.db).where(eq(sources.id, incident.sourceId))
    if (project === undefined) continue
    try {
      await readFacts(ctx, project, incident)
    } catch (err) {
      ctx.log.error({ err, incidentId: incident.id }, 'what is known of an incident could not be kept')
    }
  }
  const rows = await ctx.db
    .selectDistinct({ id: incidents.sourceId })
    .from(incidents)
    .where(and(isNull(incidents.lead), isNull(incidents.mergedInto)))
    .limit(100)
  const sourceIds = rows.map(({ id }) => id)
  while (!stopping.aborted && ctx.clock.monotonic() - began < MAX_RUN_MS)
    if ((await describeUndescribed(ctx, sourceIds)) === 0) return
}
