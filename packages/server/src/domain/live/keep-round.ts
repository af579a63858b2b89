import { groupFindings } from '@omen/engine'
import { and, eq, gt, gte, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import type { ChangedTemplates, ReportedFinding } from '../../ports/live-scorer.ts'
import {
  findingCounts,
  findings,
  incidents,
  livePositions,
  projects,
  type StoredFindingKind,
  series,
} from '../../schema/index.ts'
import type { Trust } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import {
  type FindingOrigin,
  type FindingRow,
  fromGap,
  fromLog,
  fromPeriod,
  type NewFinding,
  toGap,
  toIncidentLog,
  toLog,
  toPeriod,
} from '../findings/index.ts'
import {
  describeIncidents,
  keepPinned,
  moveFindings,
  reuseFormerId,
  settleEmptied,
  subjectOf,
} from '../incident-rows/index.ts'
import { keepTemplates } from './keep-templates.ts'
import { isOwn } from './leases.ts'
import { moveVerdicts, noteSpans } from './move-verdicts.ts'

/** The lease has gone to another worker. */
export class LeaseLost extends Error {}

/** What scored rows brought. */
export interface Round {
  readonly position: number
  readonly changed: readonly ReportedFinding[]
  readonly removed: readonly string[]
  /** Where it has changed. */
  readonly trust?: Trust | undefined
  /** Where rows were scored again: findings that began after this position and are not among the changed ones did not come about. */
  readonly since?: number | undefined
  /** Of log lines, where they are to be written. */
  readonly templates?: ChangedTemplates | undefined
  /** All series that are read as rates from `since` on, by their numbers, where that is new. */
  readonly rates?: { readonly numbers: readonly number[]; readonly since: number } | undefined
}

export interface RoundOptions {
  readonly sourceId: string
  readonly stepMs: number
  readonly cvalue: number
  /** So far back findings may belong together with new ones. */
  readonly lookBackMs: number
}

const ROWS_PER_STATEMENT = 100

/** Keeps findings, incidents, position and trust, all or nothing. Rejects with `LeaseLost` where another worker has the project. */
export async function keepRound(ctx: Context, options: RoundOptions, round: Round): Promise<void> {
  const { sourceId } = options
  await ctx.db.transaction(async (tx) => {
    const [held] = await tx
      .update(livePositions)
      .set({ position: sql`greatest(${livePositions.position}, ${round.position}::bigint)` })
      .where(and(eq(livePositions.sourceId, sourceId), isOwn))
      .returning()
    if (!held) throw new LeaseLost(`the lease of ${sourceId} was lost`)
    if (round.trust !== undefined)
      await tx.update(projects).set({ trust: round.trust }).where(eq(projects.sourceId, sourceId))
    if (round.templates !== undefined) await keepTemplates(tx, sourceId, round.templates)
    if (round.rates !== undefined) await keepRates(tx, sourceId, round.rates)
    const { since } = round
    if (round.changed.length + round.removed.length === 0 && since === undefined) return
    const deleted = await deleteFindings(tx, sourceId, round)
    const { ids, earliest } = await upsertFindings(tx, round, sourceId)
    await moveVerdicts(tx, options, ids)
    await inheritIncidents(tx, ids, deleted)
    const lost = deleted.flatMap(({ incidentId }) => incidentId ?? [])
    await regroup(ctx, tx, options, {
      changedFrom: Math.min(round.position, earliest),
      lost,
      position: round.position,
    })
  })
}

/** Of the series that are read otherwise than before. */
async function keepRates(
  tx: Database,
  sourceId: string,
  { numbers, since }: NonNullable<Round['rates']>,
): Promise<void> {
  const isRate = sql`${series.number} = any(${sql.param(numbers)}::int[])`
  await tx
    .update(series)
    .set({ isRate, readSince: since })
    .where(and(eq(series.sourceId, sourceId), sql`${series.isRate} is distinct from (${isRate})`))
}

/** Returns what was deleted. */
async function deleteFindings(
  tx: Database,
  sourceId: string,
  { changed, removed, since }: Round,
): Promise<FindingRow[]> {
  if (removed.length > 0 || since !== undefined) await noteSpans(tx, sourceId)
  const ofSource = and(eq(findings.sourceId, sourceId), isNotNull(findings.key))
  const deleted: FindingRow[] = []
  if (removed.length > 0)
    deleted.push(
      ...(await tx
        .delete(findings)
        .where(and(ofSource, inArray(findings.key, [...removed])))
        .returning()),
    )
  if (since === undefined) return deleted
  const keys = changed.map(({ key }) => key)
  const isLeft = keys.length === 0 ? undefined : notInArray(findings.key, keys)
  const undone = await tx
    .delete(findings)
    .where(and(ofSource, gt(findings.startTime, since), isLeft))
    .returning()
  return [...deleted, ...undone]
}

interface Kept {
  readonly ids: readonly number[]
  /** The start of the earliest of them, Infinity if there is none. */
  readonly earliest: number
}

async function upsertFindings(tx: Database, { changed, position }: Round, sourceId: string): Promise<Kept> {
  const leads = [...new Set(changed.flatMap((finding) => leadOf(finding) ?? []))]
  const found =
    leads.length === 0
      ? []
      : await tx
          .select({ id: series.seriesId, number: series.number })
          .from(series)
          .where(and(eq(series.sourceId, sourceId), inArray(series.seriesId, leads)))
  const numbers = new Map(found.map(({ id, number }) => [id, number]))
  const rows = changed.map((finding) => ({
    ...toRow(finding, sourceId, numbers),
    reportedAt: reportedAtOf(finding, position),
  }))
  const reported = new Map<StoredFindingKind, number>()
  const ids: number[] = []
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const kept = await tx
      .insert(findings)
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflictDoUpdate({ target: [findings.sourceId, findings.key], set: replaced })
      .returning({ id: findings.id, kind: findings.kind, isNew: sql<boolean>`${findings}.xmax = 0` })
    for (const { id, kind, isNew } of kept) {
      ids.push(id)
      if (isNew) reported.set(kind, (reported.get(kind) ?? 0) + 1)
    }
  }
  await countFindings(tx, sourceId, reported)
  return { ids, earliest: Math.min(...rows.map(({ startTime }) => startTime)) }
}

async function countFindings(
  tx: Database,
  sourceId: string,
  reported: ReadonlyMap<StoredFindingKind, number>,
): Promise<void> {
  if (reported.size === 0) return
  await tx
    .insert(findingCounts)
    .values([...reported].map(([kind, count]) => ({ sourceId, kind, reported: count })))
    .onConflictDoUpdate({
      target: [findingCounts.sourceId, findingCounts.kind],
      set: { reported: sql`${findingCounts.reported} + excluded.reported` },
    })
}

/** A finding that took the place of a deleted one, on the same instance and for a time in common, is in its incident. */
async function inheritIncidents(tx: Database, ids: readonly number[], deleted: readonly FindingRow[]): Promise<void> {
  const lost = deleted.filter(({ incidentId }) => incidentId !== null)
  if (ids.length === 0 || lost.length === 0) return
  const fresh = await tx
    .select()
    .from(findings)
    .where(and(inArray(findings.id, [...ids]), isNull(findings.incidentId)))
  for (const row of fresh) {
    const replaced = lost.filter(
      (one) => one.type === row.type && subjectOf(one) === subjectOf(row) && isCommon(one, row),
    )
    const [before] = replaced
    if (before === undefined) continue
    const { alertedAt = null, recoveredAt = null } = replaced.find(({ kind }) => kind === row.kind) ?? {}
    const { incidentId, isPinned } = replaced.find((one) => one.isPinned) ?? before
    await tx.update(findings).set({ incidentId, isPinned, alertedAt, recoveredAt }).where(eq(findings.id, row.id))
  }
}

function isCommon(a: FindingRow, b: FindingRow): boolean {
  const endOf = ({ endTime }: FindingRow): number => endTime ?? Number.POSITIVE_INFINITY
  return a.startTime <= endOf(b) && b.startTime <= endOf(a)
}

/** All that changes while a finding lasts. */
const replaced = Object.fromEntries(
  (
    [
      'startTime',
      'endTime',
      'reportedAt',
      'rows',
      'severity',
      'direction',
      'probability',
      'leadSeries',
      'detail',
    ] as const
  ).map((name) => [name, sql.raw(`excluded.${findings[name].name}`)]),
)

/** Findings in log lines are reported with the row that they begin in. */
function reportedAtOf(finding: ReportedFinding, position: number): number {
  if (finding.type === 'log') return Math.min(finding.log.start, position)
  return finding.reportedAt ?? position
}

function leadOf(finding: ReportedFinding): string | undefined {
  if (finding.type === 'log') return undefined
  return finding.type === 'period' ? finding.period.series[0]?.seriesId : finding.gap.seriesIds[0]
}

function toRow(finding: ReportedFinding, sourceId: string, numbers: ReadonlyMap<string, number>) {
  const origin = { sourceId, detectionId: null, numberOf: (id: string) => numbers.get(id) }
  const row = newRow(finding, origin)
  const isLasting = finding.state === 'open' || finding.state === 'recovering'
  const lasting = { endTime: null, detail: { ...row.detail, lastRowAt: row.endTime! } }
  return { ...row, key: finding.key, ...(isLasting && lasting) }
}

function newRow(finding: ReportedFinding, origin: FindingOrigin): NewFinding {
  switch (finding.type) {
    case 'period':
      return fromPeriod(finding.period, -1, origin)
    case 'gap':
      return fromGap(finding.gap, -1, origin)
    case 'log':
      return fromLog(finding.log, origin)
  }
}

interface Changed {
  readonly changedFrom: number
  readonly lost: readonly string[]
  readonly position: number
}

/**
 * Puts the findings of late together into incidents: those since shortly before `changedFrom`; `lost` are incidents of deleted ones. One that was known keeps its row; of
 * several that have become one the first that was alerted, decided on or created does, of one that has become several the first. Ids are never given up.
 */
async function regroup(
  ctx: Context,
  tx: Database,
  options: RoundOptions,
  { changedFrom, lost, position }: Changed,
): Promise<void> {
  const { sourceId, stepMs, cvalue, lookBackMs } = options
  const isLate = or(isNull(findings.endTime), gte(findings.endTime, changedFrom - lookBackMs))
  const rows = await tx
    .select()
    .from(findings)
    .where(and(eq(findings.sourceId, sourceId), isNotNull(findings.key), isLate))
  const periodRows = rows.filter(({ type }) => type === 'period')
  const gapRows = rows.filter(({ type }) => type === 'gap')
  const logRows = rows.filter(({ type }) => type === 'log')
  const logs = logRows.map(toLog)
  const found = { periods: periodRows.map(toPeriod), gaps: gapRows.map(toGap), logs: logs.map(toIncidentLog) }
  const groups = groupFindings(found, { stepMs, cvalue }).map((group) => [
    ...group.periodPlaces.map((at) => periodRows[at]!),
    ...group.gapPlaces.map((at) => gapRows[at]!),
    ...group.logPlaces.map((at) => logRows[at]!),
  ])
  const kept: string[] = []
  const fresh: string[] = []
  const movedTo = new Map<string, string>()
  const now = ctx.clock.now()
  for (const { members, pinnedTo } of keepPinned(groups)) {
    const ids =
      pinnedTo === undefined
        ? members.flatMap(({ incidentId }) => (incidentId === null || kept.includes(incidentId) ? [] : incidentId))
        : [pinnedTo]
    const known = await findFirst(tx, ids)
    const isOpen = members.some(({ endTime }) => endTime === null)
    const state = isOpen ? (known?.decision ?? 'open') : 'resolved'
    const resolvedAt = state === 'resolved' ? (known?.resolvedAt ?? now) : null
    const id = known?.id ?? `in_${ctx.random.secret(9)}`
    kept.push(id)
    if (known) await tx.update(incidents).set({ state, resolvedAt }).where(eq(incidents.id, id))
    else {
      fresh.push(id)
      await tx
        .insert(incidents)
        .values({ id, sourceId, createdAt: now, state, resolvedAt, onset: Math.min(...members.map(startOf)) })
    }
    const moved = members.filter(({ incidentId }) => incidentId !== id)
    for (const { incidentId } of moved) if (incidentId !== null) movedTo.set(incidentId, id)
    if (moved.length > 0)
      await moveFindings(
        tx,
        moved.map((row) => row.id),
        id,
      )
  }
  await describeIncidents(tx, kept, stepMs)
  const maxApartMs = cvalue * stepMs
  for (const id of fresh) {
    const own = await reuseFormerId(tx, { id, maxApartMs, except: [...movedTo.keys()] })
    if (own === id) continue
    for (const [from, to] of movedTo) if (to === id) movedTo.set(from, own)
    await describeIncidents(tx, [own], stepMs)
  }
  await settleEmptied(tx, ctx, { movedTo, lost, now, position, maxApartMs })
}

const startOf = ({ startTime }: FindingRow): number => startTime

/** Of incidents the first that was alerted, decided on or created. */
async function findFirst(tx: Database, ids: readonly string[]): Promise<typeof incidents.$inferSelect | undefined> {
  if (ids.length === 0) return undefined
  const [first] = await tx
    .select()
    .from(incidents)
    .where(inArray(incidents.id, [...ids]))
    .orderBy(sql`${incidents.alertedAt} nulls last`, sql`${incidents.decidedAt} nulls last`, incidents.createdAt)
    .limit(1)
  return first
}
