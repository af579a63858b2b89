import { and, eq, inArray } from 'drizzle-orm'
import { findings, incidents } from '../../schema/index.ts'
import type { IncidentDecision } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { moveFindings, noteHistory } from '../incident-rows/index.ts'
import { invalidField } from '../invalid-field.ts'
import { findOwnIncident } from './find.ts'
import { lockIncident, lockRounds, pinFindings, settleIncidents } from './regroup-by-hand.ts'
import { toDecision } from './to-decision.ts'

interface SplitRequest {
  readonly id: string
  /** As an incident names them: f and their number. */
  readonly findingIds?: readonly string[] | undefined
  readonly note?: string | undefined
}

/** Makes an incident of its own of some findings of another; both keep what is theirs in later rounds. */
export async function splitIncident(
  ctx: Context,
  caller: Caller,
  { id, findingIds, note }: SplitRequest,
): Promise<IncidentDecision> {
  const { incident, project } = await findOwnIncident(ctx, caller, id)
  if (findingIds === undefined) throw invalidField('findingIds', 'is required', { rule: 'required' })
  const numbers = [...new Set(findingIds)].map(numberOf)
  const { sourceId } = incident
  const made = await ctx.db.transaction(async (tx) => {
    await lockRounds(tx, sourceId)
    const before = await lockIncident(tx, incident.id)
    const isOfIncident = eq(findings.incidentId, incident.id)
    const found = await tx
      .select({ id: findings.id, start: findings.startTime })
      .from(findings)
      .where(and(isOfIncident, inArray(findings.id, numbers)))
    if (found.length < numbers.length)
      throw new DomainError('CONFLICT', {
        message: GONE,
        details: [{ field: 'findingIds', message: 'names findings that the incident does not have any more' }],
      })
    if ((await tx.$count(findings, isOfIncident)) === found.length)
      throw invalidField('findingIds', 'must leave a finding in the incident', { sentence: ALL })
    const now = ctx.clock.now()
    const newId = `in_${ctx.random.secret(9)}`
    const facts = {
      sourceId,
      state: 'open' as const,
      createdAt: now,
      onset: Math.min(...found.map(({ start }) => start)),
    }
    // Whoever was alerted to the whole was alerted to the part, and what was decided on it was decided on the part
    const { alertedAt, escalatedAt, decision, decidedAt, decidedBy, excludedAt, excludedBy } = before
    const inherited = { alertedAt, escalatedAt, decision, decidedAt, decidedBy, excludedAt, excludedBy }
    const [split] = await tx
      .insert(incidents)
      .values({ ...facts, ...inherited, id: newId })
      .returning()
    await pinFindings(tx, [before.id])
    await moveFindings(tx, numbers, newId)
    const said = { at: now, by: caller.userName, note: note ?? null }
    await noteHistory(
      tx,
      { ...said, incidentId: newId, kind: 'splitFrom', other: before.id },
      { ...said, incidentId: before.id, kind: 'splitOff', other: newId },
    )
    await settleIncidents(tx, ctx, [split!, before], project.project.samplingMs)
    const [row] = await tx.select().from(incidents).where(eq(incidents.id, newId))
    return row!
  })
  ctx.liveChanges.announce(sourceId)
  return toDecision(made, project)
}

function numberOf(findingId: string): number {
  const number = /^f(\d{1,15})$/.exec(findingId)?.[1]
  if (number === undefined)
    throw invalidField('findingIds', 'must be ids of findings of the incident', { rule: 'format' })
  return Number(number)
}

const GONE = {
  en: 'The incident has other findings than it had. Load it again and choose anew.',
  'zh-CN': '该事件的发现已发生变化，请重新加载后再选择。',
}
const ALL = {
  en: 'At least one finding has to stay in the incident.',
  'zh-CN': '事件中至少要保留一个发现。',
}
