import { and, asc, eq } from 'drizzle-orm'
import { findings, incidents, projects, sources } from '../../schema/index.ts'
import type { LinkedIncident } from '../../schema/wire-types.ts'
import { toAlertIncident } from '../alerts/index.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { WITHDRAWN_SENTENCE } from '../incident-rows/index.ts'
import { acknowledgeIncident } from '../incidents/index.ts'
import { invalidLink, openLink } from './token.ts'

/** What a link would acknowledge. Changes nothing: programs that check mail open links, too. */
export async function readAcknowledgeLink(ctx: Context, token: string, locale: Locale): Promise<LinkedIncident> {
  const { sourceId, incidentId } = openLink(ctx, 'acknowledge', token)
  return readIncident(ctx, { sourceId, incidentId }, locale)
}

/** Acknowledges the incident of a link on behalf of the address that it was sent to. */
export async function acknowledgeByLink(ctx: Context, token: string, locale: Locale): Promise<LinkedIncident> {
  const { sourceId, incidentId, address } = openLink(ctx, 'acknowledge', token)
  await readIncident(ctx, { sourceId, incidentId }, locale)
  await acknowledgeIncident(ctx, { id: incidentId, by: address })
  return readIncident(ctx, { sourceId, incidentId }, locale)
}

async function readIncident(
  { db }: Context,
  { sourceId, incidentId }: { sourceId: string; incidentId: string },
  locale: Locale,
): Promise<LinkedIncident> {
  const [named] = await db.select({ into: incidents.mergedInto }).from(incidents).where(eq(incidents.id, incidentId))
  const rows = await db
    .select({ incident: incidents, finding: findings, projectName: sources.name, timeZone: projects.timeZone })
    .from(incidents)
    .leftJoin(findings, eq(findings.incidentId, incidents.id))
    .innerJoin(sources, eq(sources.id, incidents.sourceId))
    .innerJoin(projects, eq(projects.sourceId, incidents.sourceId))
    .where(and(eq(incidents.id, named?.into ?? incidentId), eq(incidents.sourceId, sourceId)))
    .orderBy(asc(findings.startTime))
  const [first, ...others] = rows
  if (first === undefined) throw invalidLink()
  const { incident, projectName, timeZone } = first
  // What was acknowledged stays so for whoever asks, when its findings are over.
  const state = incident.decision ?? incident.state
  if (first.finding === null) {
    const { onset: start, endTime: end } = incident
    return { projectName, timeZone, sentence: WITHDRAWN_SENTENCE[locale], start, end: end ?? start, state }
  }
  const reported = toAlertIncident({
    incident,
    findings: [first.finding, ...others.flatMap(({ finding }) => finding ?? [])],
  })
  const { sentence, start, end } = reported
  return { projectName, timeZone, sentence: sentence[locale], start, end, state }
}
