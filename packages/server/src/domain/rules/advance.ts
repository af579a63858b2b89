import {
  advancePredictions,
  NO_PREDICTIONS,
  type Outcome,
  type Precursor,
  type PredictionAdvance,
  type PredictionRule,
  type PredictionState,
  precursorsOf,
} from '@omen/engine'
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { incidents, livePositions, predictionRules, projects, rulePredictions, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { readEvents } from '../events/index.ts'
import { isCounted } from '../incident-rows/index.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** What is looked back at where rules are learned, and how often they are. */
const HISTORY_MS = 60 * DAY_MS
const LEARN_EVERY_MS = 6 * HOUR_MS
/** So far back incidents may still fulfil what was predicted. */
const LATE_MS = DAY_MS
const KEPT_MS = 90 * DAY_MS
const MAX_RUN_MS = 30_000

interface NamedOutcome extends Outcome {
  readonly id: string
}

/** Brings the predictions of all projects up to the last row that was scored: settles what came true or did not, and makes new ones. */
export async function advanceRules(ctx: Context, stopping: AbortSignal): Promise<void> {
  const began = ctx.clock.monotonic()
  const rows = await ctx.db
    .select({ sourceId: projects.sourceId, stepMs: projects.samplingMs, position: livePositions.position })
    .from(projects)
    .innerJoin(livePositions, eq(livePositions.sourceId, projects.sourceId))
    .leftJoin(predictionRules, eq(predictionRules.sourceId, projects.sourceId))
    .where(and(isNull(projects.removedAt), sql`${livePositions.position} > coalesce(${predictionRules.advancedTo}, 0)`))
    .orderBy(sql`${asc(predictionRules.advancedTo)} nulls first`)
  for (const { sourceId, stepMs, position } of rows) {
    if (stopping.aborted || ctx.clock.monotonic() - began > MAX_RUN_MS) return
    try {
      await advanceProject(ctx, { sourceId, stepMs, now: position! + stepMs }, stopping)
    } catch (err) {
      if (stopping.aborted) return
      ctx.log.error({ err, sourceId }, 'the predictions by rules of a project failed')
    }
  }
}

interface Advancing {
  readonly sourceId: string
  readonly stepMs: number
  readonly now: number
}

/** The same for one project. */
export async function advanceProject(
  ctx: Context,
  { sourceId, stepMs, now }: Advancing,
  stopping: AbortSignal,
): Promise<void> {
  const [kept] = await ctx.db.select().from(predictionRules).where(eq(predictionRules.sourceId, sourceId))
  const isDue = kept === undefined || now - kept.learnedAt >= LEARN_EVERY_MS
  const before: PredictionState = kept?.state ?? NO_PREDICTIONS
  const span = { from: Math.max(kept?.advancedTo ?? now, now - LATE_MS), to: now }
  const lately = { from: now - LATE_MS, to: now }
  const outcomes = await readOutcomes(ctx, sourceId, lately)
  const hasRules = before.rules.some(({ state }) => state === 'active')
  const precursors = hasRules ? await readPrecursors(ctx, sourceId, span, stepMs) : []
  const advance = advancePredictions(before, { now, precursors, incidents: outcomes })
  const found = isDue ? await learn(ctx, { sourceId, stepMs, now }, advance.state, stopping) : []
  if (found.length > 0) {
    const recent = await readPrecursors(ctx, sourceId, lately, stepMs)
    advance.state = addRules(advance.state, found, { now, precursors: recent, incidents: outcomes })
  }
  const learnedAt = isDue ? now : kept.learnedAt
  await ctx.db.transaction((tx) => keep(tx, ctx, { sourceId, learnedAt, now, outcomes, advance }))
}

/** New rules with what they expect now. What they were learned from must not be counted a second time. */
function addRules(
  state: PredictionState,
  found: readonly PredictionRule[],
  recent: Parameters<typeof advancePredictions>[1],
): PredictionState {
  const { state: tried } = advancePredictions({ ...NO_PREDICTIONS, rules: [...found] }, recent)
  const ruleOf = new Map(found.map((rule) => [rule.id, rule]))
  const open = tried.open.map((one) => {
    const { hits, misses } = ruleOf.get(one.ruleId)!
    return { ...one, hits, misses, probability: (hits + 1) / (hits + misses + 2) }
  })
  return { ...state, rules: [...state.rules, ...found], open: [...state.open, ...open] }
}

async function learn(
  ctx: Context,
  { sourceId, stepMs, now }: Advancing,
  before: PredictionState,
  stopping: AbortSignal,
): Promise<PredictionRule[]> {
  const incidents = await readOutcomes(ctx, sourceId, { from: now - HISTORY_MS, to: now })
  // A rule needs three that are the same
  if (incidents.length < 3) return []
  const precursors = await readPrecursors(ctx, sourceId, { from: now - HISTORY_MS, to: now }, stepMs)
  const first = Math.min(incidents[0]!.start, precursors[0]?.at ?? now)
  if (precursors.length === 0 || first >= now) return []
  const history = { from: first, to: now, precursors, incidents }
  const rules = await ctx.compute.learnRules({ history, existing: before.rules }, { signal: stopping })
  return rules.map((rule) => {
    const title = incidents.findLast(({ outcomes }) => outcomes.includes(rule.outcome))?.title
    // One that names a kind expects any of it
    return rule.outcome.startsWith('key ') && title !== undefined ? { ...rule, title } : rule
  })
}

interface Kept extends Omit<Advancing, 'stepMs'> {
  readonly learnedAt: number
  readonly outcomes: readonly NamedOutcome[]
  readonly advance: PredictionAdvance
}

async function keep(
  tx: Database,
  { random }: Context,
  { sourceId, learnedAt, now, outcomes, advance }: Kept,
): Promise<void> {
  const { state, settled } = advance
  const isOpen = and(eq(rulePredictions.sourceId, sourceId), eq(rulePredictions.state, 'open'))
  for (const { ruleId, isHit, at } of settled) {
    const incident = isHit ? outcomes.find(({ start }) => start === at) : undefined
    await tx
      .update(rulePredictions)
      .set({ state: isHit ? 'cameTrue' : 'failed', settledAt: at, incidentId: incident?.id ?? null })
      .where(and(isOpen, eq(rulePredictions.ruleId, ruleId)))
  }
  const ruleOf = new Map(state.rules.map((rule) => [rule.id, rule]))
  const openIds = state.open.map(({ ruleId }) => ruleId)
  await tx
    .delete(rulePredictions)
    .where(and(isOpen, openIds.length > 0 ? notInArray(rulePredictions.ruleId, openIds) : undefined))
  const known = await tx.select({ ruleId: rulePredictions.ruleId }).from(rulePredictions).where(isOpen)
  const knownIds = new Set(known.map(({ ruleId }) => ruleId))
  for (const prediction of state.open) {
    const rule = ruleOf.get(prediction.ruleId)
    const { ruleId } = prediction
    const leadMs =
      rule === undefined || rule.leads.length === 0
        ? 0
        : rule.leads.reduce((sum, one) => sum + one, 0) / rule.leads.length
    const row = { prediction, precursor: rule?.precursor ?? '', leadMs }
    if (knownIds.has(ruleId))
      await tx
        .update(rulePredictions)
        .set(row)
        .where(and(isOpen, eq(rulePredictions.ruleId, ruleId)))
    else
      await tx.insert(rulePredictions).values({ ...row, id: `rp_${random.secret(9)}`, sourceId, ruleId, state: 'open' })
  }
  await tx
    .delete(rulePredictions)
    .where(
      and(
        eq(rulePredictions.sourceId, sourceId),
        inArray(rulePredictions.state, ['cameTrue', 'failed']),
        lt(rulePredictions.settledAt, now - KEPT_MS),
      ),
    )
  const row = { state, learnedAt, advancedTo: now }
  await tx
    .insert(predictionRules)
    .values({ sourceId, ...row })
    .onConflictDoUpdate({ target: predictionRules.sourceId, set: row })
}

const MAX_FLAGGED = 100_000
const MAX_INCIDENTS = 5000

interface Span {
  readonly from: number
  readonly to: number
}

/** What may have announced something: series that left their range for a moment, and changes. */
async function readPrecursors(
  ctx: Context,
  sourceId: string,
  { from, to }: Span,
  stepMs: number,
): Promise<Precursor[]> {
  const [{ series: numbers, times, degree }, named, events] = await Promise.all([
    ctx.points.readFlagged(sourceId, { from, to }, MAX_FLAGGED),
    ctx.db.select({ number: series.number, id: series.seriesId }).from(series).where(eq(series.sourceId, sourceId)),
    readEvents(ctx, sourceId, { from, to: to - 1 }),
  ])
  const idOf = new Map(named.map(({ number, id }) => [number, id]))
  const last = new Map<string, number>()
  const periods: { start: number; end: number; series: { seriesId: string; share: number; side: 1 | -1 }[] }[] = []
  numbers.forEach((number, index) => {
    const seriesId = idOf.get(number)
    const side = degree[index]! < 0 ? -1 : 1
    const time = times[index]!
    const key = `${number} ${side}`
    const isSame = time - (last.get(key) ?? Number.NEGATIVE_INFINITY) <= 2 * stepMs
    last.set(key, time)
    if (seriesId !== undefined && !isSame)
      periods.push({ start: time, end: time, series: [{ seriesId, share: 1, side }] })
  })
  const about = { val: 1, probability: 0.01, kind: 'anomaly' as const }
  const changes = events.map(({ at, kind, instances }) => {
    const [only, ...others] = instances ?? []
    return { at, kind, ...(only !== undefined && others.length === 0 && { instance: only }) }
  })
  return precursorsOf({ periods: periods.map((one) => ({ ...one, ...about })) }, changes)
}

/** The incidents of a span by what they can be predicted by: what they repeat, and their kind. */
async function readOutcomes(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  { from, to }: Span,
): Promise<NamedOutcome[]> {
  const isWithin = and(lte(incidents.onset, to), or(isNull(incidents.endTime), gte(incidents.endTime, from)))
  const { id, onset, endTime, family, repeatKey, title } = incidents
  const rows = await db
    .select({ id, onset, endTime, family, repeatKey, title })
    .from(incidents)
    // What is nothing but missing data tells nothing of the system
    .where(and(eq(incidents.sourceId, sourceId), isCounted, isNotNull(incidents.val), isWithin))
    .orderBy(onset)
    .limit(MAX_INCIDENTS)
  return rows.map((row) => ({
    id: row.id,
    start: row.onset,
    end: row.endTime ?? to,
    outcomes: [`key ${row.repeatKey ?? row.id}`, ...(row.family === null ? [] : [`kind ${row.family}`])],
    ...(row.title !== null && { title: row.title }),
  }))
}
