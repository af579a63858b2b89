import { type CauseRanking, toPastMovers } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { incidentRecords, incidents } from '../../../schema/index.ts'
import type { IncidentDetail, IncidentPicture } from '../../../schema/wire-types.ts'
import { readValues } from '../../alerts/index.ts'
import type { Context } from '../../context.ts'
import { digestOf } from '../../digest.ts'
import type { FindingRow } from '../../findings/index.ts'
import { layOutBuckets } from '../../lay-out-buckets.ts'
import type { ProjectRow } from '../../projects/index.ts'
import { roundFigure } from '../../round-figure.ts'
import { createSharedWork } from '../../shared-work.ts'
import type { IncidentRow } from '../find.ts'
import { type AffectedSeries, readAffected } from './affected-series.ts'
import { usualBeforeMs } from './cause-window.ts'
import { rankIncident } from './causes.ts'
import { type KnownChange, readChanges } from './changes.ts'
import { lastRowOf, readFindings } from './findings.ts'

const DAY_MS = 86_400_000
/** Records that an earlier version made are made anew while their points are there. */
const RECORD_VERSION = 2
/** Of an incident that goes on, no older record is shown. */
const FRESH_MS = 30_000
const MAX_MOVERS = 30
const AROUND_MS = 3_600_000

/** What is known of an incident by its findings and points. */
export interface IncidentFacts {
  readonly rows: readonly FindingRow[]
  readonly affected: readonly AffectedSeries[]
  readonly seriesTotal: number
  readonly start: number
  readonly end: number
  readonly changes: readonly KnownChange[]
  readonly ranking: CauseRanking | null
  readonly causesState: IncidentDetail['causesState']
  readonly picture: IncidentPicture
  readonly hasPassed: boolean
  readonly keptAt: number | null
}

/** By incident; who asks while it is being made gets the same. */
const making = createSharedWork<Made>()

/** What is known of an incident; causes and picture are kept with it, and outlive the points that they were made from. */
export async function readFacts(ctx: Context, project: ProjectRow, incident: IncidentRow): Promise<IncidentFacts> {
  const { id, sourceId } = incident
  const rows = await readFindings(ctx, id)
  const { series: affected, total: seriesTotal } = await readAffected(ctx, sourceId, rows)
  const start = rows[0]?.startTime ?? incident.onset
  const end = Math.max(start, ...rows.map(lastRowOf))
  const changes = await readChanges(ctx, sourceId, { from: start - AROUND_MS, to: end })
  const known = { rows, affected, seriesTotal, start, end, changes }
  const [kept] = await ctx.db.select().from(incidentRecords).where(eq(incidentRecords.incidentId, id))
  const now = ctx.clock.now()
  const oldest = now - project.project.retentionDays * DAY_MS
  const hasPassed = start - usualBeforeMs({ start, end }, project.project.samplingMs) < oldest
  const isPartlyGone = start < oldest
  if (kept !== undefined) {
    const isOngoing = incident.endTime === null && kept.madeFrom !== ''
    const isFresh = now - kept.madeAt <= FRESH_MS
    const isOld = isOngoing && !isPartlyGone ? !isFresh : kept.madeFrom !== digestFor(known) && !(isOngoing && isFresh)
    if (hasPassed || !isOld) return { ...known, ...toShown(kept, { isPartlyGone, hasPassed, affected }) }
  }
  const made = await making.join(id, () => makeRecord(ctx, project, incident, known), {})
  const keptAt = isPartlyGone ? now : null
  return { ...known, ...made, causesState: stateOf(made.ranking, affected), hasPassed: isPartlyGone, keptAt }
}

type Known = Pick<IncidentFacts, 'rows' | 'affected' | 'start' | 'end' | 'changes'>
type Made = Pick<IncidentFacts, 'ranking' | 'picture'>

/** What a record is made from; of what lasts not how far it has come. */
function digestFor({ rows, changes }: Known): string {
  const parts = rows.map(({ id, startTime, endTime }) => [id, startTime, endTime])
  return digestOf(JSON.stringify([RECORD_VERSION, parts, changes.map(({ at, text }) => [at, text])]))
}

async function makeRecord(ctx: Context, project: ProjectRow, incident: IncidentRow, known: Known): Promise<Made> {
  const { rows, affected, start, end, changes } = known
  const { id, sourceId } = incident
  const ids = affected.map(({ seriesId }) => seriesId)
  const [ranking = null, picture] = await Promise.all([
    rankIncident(ctx, project, { id, start, end }, { rows, affected: ids, changes }),
    readPicture(ctx, { sourceId, samplingMs: project.project.samplingMs, start, end }, affected),
  ])
  const movers = ranking === null ? [] : toPastMovers(ranking.causes).slice(0, MAX_MOVERS)
  const record = { madeAt: ctx.clock.now(), madeFrom: digestFor(known), ranking, movers, picture }
  await ctx.db.transaction(async (tx) => {
    // A live round may have deleted it meanwhile
    const [found] = await tx.select({ id: incidents.id }).from(incidents).where(eq(incidents.id, id)).for('key share')
    if (found === undefined) return
    await tx
      .insert(incidentRecords)
      .values({ incidentId: id, ...record })
      .onConflictDoUpdate({ target: incidentRecords.incidentId, set: record })
  })
  return { ranking, picture }
}

function toShown(
  { ranking, picture, madeAt }: typeof incidentRecords.$inferSelect,
  given: { readonly isPartlyGone: boolean; readonly hasPassed: boolean; readonly affected: readonly AffectedSeries[] },
): Pick<IncidentFacts, 'ranking' | 'picture' | 'causesState' | 'hasPassed' | 'keptAt'> {
  const { isPartlyGone, hasPassed, affected } = given
  const isKept = hasPassed && hasCauses(ranking)
  return {
    ranking,
    picture: isPartlyGone && picture!.source === 'points' ? { ...picture!, source: 'kept' } : picture!,
    causesState: isKept ? 'kept' : stateOf(ranking, affected),
    hasPassed: isPartlyGone,
    keptAt: isPartlyGone || isKept ? madeAt : null,
  }
}

function stateOf(ranking: CauseRanking | null, affected: readonly AffectedSeries[]): IncidentDetail['causesState'] {
  if (hasCauses(ranking)) return 'ranked'
  return affected.length === 0 ? 'none' : 'tooLittle'
}

/** There may be changes alone. */
function hasCauses(ranking: CauseRanking | null): boolean {
  return ranking !== null && ranking.causes.length > 0
}

const MAX_SERIES = 6
const BUCKETS = 240
/** So much of its length is shown at both sides, and at least so many rows. */
const PAD_SHARE = 0.5
const MIN_PAD_ROWS = 30

interface PictureRequest {
  readonly sourceId: string
  readonly samplingMs: number
  readonly start: number
  readonly end: number
}

/** The leading series around an incident, with what was expected of them. */
async function readPicture(
  ctx: Context,
  { sourceId, samplingMs, start, end }: PictureRequest,
  affected: readonly AffectedSeries[],
): Promise<IncidentPicture> {
  const all = affected.slice(0, MAX_SERIES)
  const pad = Math.max(MIN_PAD_ROWS * samplingMs, (end - start) * PAD_SHARE)
  const from = Math.floor((start - pad) / samplingMs) * samplingMs
  const until = Math.ceil(Math.min(end + pad, Math.max(end, ctx.clock.now())))
  const { bucketMs, lastBucket, times } = layOutBuckets({ from, to: until, buckets: BUCKETS, unitMs: samplingMs })
  const { length } = times
  const to = from + length * bucketMs
  const empty = () => new Array<number | null>(length).fill(null)
  const lines = all.map(({ seriesId, metric, instance, unit }) => {
    return { seriesId, metric, instance, unit, min: empty(), max: empty(), low: empty(), high: empty() }
  })
  const lineOf = new Map(all.map(({ number }, index) => [number, lines[index]!]))
  const numbers = all.map(({ number }) => number)
  const reduction = { from, to: until + 1, bucketMs, lastBucket, series: numbers }
  const sent = all.filter(({ isRate }) => !isRate).map(({ number }) => number)
  const rates = all.filter(({ isRate }) => isRate)
  const [points, scores, rated] = await Promise.all([
    sent.length === 0 ? undefined : ctx.points.reduceLive(sourceId, { ...reduction, series: sent }),
    numbers.length === 0 ? undefined : ctx.points.reduceLiveScores(sourceId, reduction),
    rates.length === 0 ? undefined : readValues(ctx, sourceId, rates, { from, to: to - bucketMs, stepMs: bucketMs }),
  ])
  points?.series.forEach((number, index) => {
    const line = lineOf.get(number)!
    line.min[points.bucket[index]!] = points.min[index]!
    line.max[points.bucket[index]!] = points.max[index]!
  })
  scores?.series.forEach((number, index) => {
    const line = lineOf.get(number)!
    line.low[scores.bucket[index]!] = finite(scores.low[index]!)
    line.high[scores.bucket[index]!] = finite(scores.high[index]!)
  })
  rates.forEach(({ number }, index) => {
    const line = lineOf.get(number)!
    rated!.columns[index]!.forEach((value, row) => {
      const bucket = Math.floor((rated!.times[row]! - from) / bucketMs)
      if (bucket >= 0 && bucket < length) line.min[bucket] = line.max[bucket] = finite(value)
    })
  })
  const hasValues = lines.some(({ min }) => min.some((value) => value !== null))
  return { source: hasValues ? 'points' : 'none', from, to, bucketMs, times, series: lines }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? roundFigure(value) : null
}
