import type { LiveOptions, LiveValueType, SeriesKey } from '@omen/engine'
import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm'
import type { LiveResult, ProjectDetector, ReportedFinding } from '../../ports/live-scorer.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import { livePositions, logTemplateAliases, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { registerSeries } from '../ingest/index.ts'
import type { Round } from './keep-round.ts'
import { loadModelUse, type ModelUse, modelUseAt, readModelUses } from './model-use.ts'
import { keyOf, valueTypeOf } from './series-key.ts'
import { lateWindowMs, readState } from './states.ts'
import {
  type Beginning,
  beginningOf,
  dataExtent,
  isNewProject,
  liveOptionsOf,
  type WatchedProject,
} from './watched-project.ts'

const SERIES_PER_READ = 5000

/** The detector of a project, and how far it has come. */
export interface OpenDetector {
  readonly detector: ProjectDetector
  readonly options: LiveOptions
  readonly numbers: number[]
  /** What scored the rows so far, by time, and what scores the present ones. */
  uses: ModelUse[]
  used: ModelUse | undefined
  position: number
  /** The time before the rows that are scored of which nothing was learned yet. */
  history: TimeSpan | undefined
  savedAt: number | undefined
  /** What is known of the types of its series; undefined for a detector that was not given them. */
  typesVersion: number | undefined
  /** Series that are read as rates, by their numbers, until it is stored. */
  rates: Round['rates']
  /** Rows up to here were scored before: what comes of them replaces what was found then. */
  replay: { readonly since: number; readonly until: number; readonly found: Map<string, ReportedFinding> } | undefined
}

/** The last row that was learned or scored. */
export function lastRowTaken({ history, position, options }: OpenDetector): number {
  return history === undefined ? position : history.from - options.stepMs
}

/** The end of the last row that was scored. */
export function endOfScored({ position, options }: OpenDetector): number {
  return position + options.stepMs
}

/**
 * Opens the detector from the newest state, or anew without one; what another worker has scored since is scored again, and replaced. Undefined
 * for a project without data.
 */
export async function openDetector(ctx: Context, project: WatchedProject): Promise<OpenDetector | undefined> {
  const { sourceId } = project
  if (project.firstDataAt === null && (await dataExtent(ctx, project)).to === null) return undefined
  const options = liveOptionsOf(project)
  const uses = await readModelUses(ctx, sourceId)
  const opened = { options, uses, typesVersion: undefined, rates: undefined }
  const opening = { ...options, ofLogs: project.dataType === 'Log' }
  const [scored] = await ctx.db.select().from(livePositions).where(eq(livePositions.sourceId, sourceId))
  const until = scored?.position ?? undefined
  const state = await readState(ctx, sourceId)
  if (state !== undefined) {
    const used = modelUseAt(uses, state.position)
    const start = { state: state.bytes, model: await loadModelUse(ctx, used) }
    const detector = await ctx.liveScorer.open(opening, start).catch((error: unknown) => {
      ctx.log.warn({ err: error, sourceId }, 'the state of a live detection cannot be used: it learns anew')
      return undefined
    })
    const { position } = state
    if (detector !== undefined) {
      const replay = until !== undefined && until > position ? replayOf(detector, position, until) : undefined
      const numbers = await numbersOf(ctx, sourceId, detector)
      return { ...opened, detector, numbers, used, position, history: undefined, savedAt: position, replay }
    }
  }
  const beginning = await beginningOf(ctx, project)
  const { position, history } = beginning
  const detector = await ctx.liveScorer.open({ ...opening, ...quietStart(beginning, ctx.clock.now()) })
  await forgetTemplates(ctx, project)
  const replay = until !== undefined && until > position ? replayOf(detector, position, until) : undefined
  return { ...opened, detector, numbers: [], used: undefined, position, history, savedAt: undefined, replay }
}

/** The first 26 hours of a history of two days or more are learned without an alarm: each job of a day has run once then. */
const QUIET_MS = 26 * 3_600_000
const QUIET_FROM_MS = 48 * 3_600_000

function quietStart({ position, history }: Beginning, now: number): Pick<LiveOptions, 'quietUntil'> {
  const from = history?.from ?? position
  return from + QUIET_FROM_MS <= now ? { quietUntil: from + QUIET_MS } : {}
}

/** Cells that are scored again at most where no state from before is left. */
const MAX_CELLS_ANEW = 5_000_000

/**
 * Opens the detector as it was before the row at `from` in place of `current`, whose rows since then are scored again. Undefined, and `current` as it was,
 * where no state from before is left and that would be too many cells, or where samples are not only late and the project has learned more than can be learned anew.
 */
export async function rewindDetector(
  ctx: Context,
  project: WatchedProject,
  current: OpenDetector,
  from: number,
): Promise<OpenDetector | undefined> {
  const { sourceId, samplingMs } = project
  const state = await readState(ctx, sourceId, from)
  const beginning =
    state === undefined ? await beginningOf(ctx, project) : { position: state.position, history: undefined }
  const { position, history } = beginning
  if (state === undefined) {
    const earliest = current.position - lateWindowMs(samplingMs)
    const cells = ((current.position - position) / samplingMs) * current.numbers.length
    if ((from < earliest && !isNewProject(ctx, project)) || (position < earliest && cells > MAX_CELLS_ANEW))
      return undefined
  }
  await current.detector.close()
  const used = modelUseAt(current.uses, position)
  const start = { state: state?.bytes, model: await loadModelUse(ctx, used) }
  const opening = { ...current.options, ofLogs: project.dataType === 'Log' }
  const quiet = state === undefined ? quietStart(beginning, ctx.clock.now()) : {}
  const detector = await ctx.liveScorer.open({ ...opening, ...quiet }, start)
  const numbers = await numbersOf(ctx, sourceId, detector)
  await forgetCounts(ctx, project, position)
  const replay = replayOf(detector, position, Math.max(current.position, current.replay?.until ?? current.position))
  return {
    ...current,
    detector,
    used,
    numbers,
    position,
    history,
    savedAt: state?.position,
    replay,
    typesVersion: undefined,
    rates: undefined,
  }
}

/** Rows after a position are scored again: what they counted is of templates that may have been others. */
async function forgetCounts(
  ctx: Context,
  { sourceId, samplingMs, dataType }: WatchedProject,
  position: number,
): Promise<void> {
  if (dataType === 'Log') await ctx.points.deleteLogCounts(sourceId, { from: position + samplingMs })
}

/** Where templates are learned anew, the numbers of those from before mean nothing any more. */
async function forgetTemplates(ctx: Context, { sourceId, dataType }: WatchedProject): Promise<void> {
  if (dataType !== 'Log') return
  await ctx.points.deleteLogCounts(sourceId, { from: 0 })
  await ctx.db.delete(logTemplateAliases).where(eq(logTemplateAliases.sourceId, sourceId))
}

/** Of the series of a saved state: those of samples are numbered in their order, those that count log lines by name. */
async function numbersOf(
  ctx: Context,
  sourceId: string,
  { seriesCount, logSeries }: ProjectDetector,
): Promise<number[]> {
  if (logSeries.length > 0) return [...(await registerLogSeries(ctx, sourceId, logSeries))]
  return Array.from({ length: seriesCount }, (_, number) => number)
}

/** Registers series that count log lines; returns their numbers, -1 for one beyond the limit of the project. */
export async function registerLogSeries(
  ctx: Context,
  sourceId: string,
  keys: readonly SeriesKey[],
): Promise<Iterable<number>> {
  return registerSeries(
    ctx,
    sourceId,
    keys.map((key) => ({ ...key, type: 'gauge' as const })),
  )
}

function replayOf({ standing }: ProjectDetector, since: number, until: number): NonNullable<OpenDetector['replay']> {
  return { since, until, found: new Map(standing.map((finding) => [finding.key, finding])) }
}

/** Adds what was found in rows that are scored again; returns whether all of them were. */
export function addReplayed(
  { until, found }: NonNullable<OpenDetector['replay']>,
  position: number,
  result: LiveResult,
): boolean {
  for (const key of result.removed) found.delete(key)
  for (const finding of result.changed) found.set(finding.key, finding)
  return position >= until
}

/** Series are numbered as they appear, without a gap. */
export async function addNewSeries(
  ctx: Context,
  { sourceId, seriesCount }: WatchedProject,
  { numbers, detector }: OpenDetector,
): Promise<void> {
  while (numbers.length < seriesCount) {
    const from = numbers.length
    const rows = await ctx.db
      .select()
      .from(series)
      .where(and(eq(series.sourceId, sourceId), gte(series.number, from), lt(series.number, from + SERIES_PER_READ)))
      .orderBy(asc(series.number))
    if (rows.length === 0) return
    await detector.addSeries(rows.map((row) => ({ key: keyOf(row), type: valueTypeOf(row.type) })))
    numbers.push(...rows.map(({ number }) => number))
  }
}

/** Has the detector read its series as senders say by now: metadata may come after the first samples. */
export async function declareTypes(
  { db }: Context,
  { sourceId, typesVersion }: WatchedProject,
  current: OpenDetector,
): Promise<void> {
  if (current.typesVersion === typesVersion) return
  const { detector, numbers } = current
  const typed = await db
    .select({ number: series.number, type: series.type })
    .from(series)
    .where(and(eq(series.sourceId, sourceId), inArray(series.type, ['counter', 'gauge'])))
  const types = new Map(typed.map(({ number, type }) => [number, valueTypeOf(type)]))
  await detector.declareTypes(numbers.map((number): LiveValueType => types.get(number)))
  current.typesVersion = typesVersion
}
