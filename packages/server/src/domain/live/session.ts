import type { LiveOptions, SeriesKey } from '@omen/engine'
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import type { ChangedTemplates, LiveResult, LiveSession, ReportedFinding } from '../../ports/live-scorer.ts'
import type { PointGrid } from '../../ports/point-store.ts'
import { livePositions, models, projects, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { keepRound, LeaseLost, type Round } from './keep-round.ts'
import {
  endOfModelUse,
  isSameUse,
  loadModelUse,
  type ModelUse,
  modelUseAt,
  noteModelUse,
  readModelUses,
} from './model-use.ts'
import { registerLogSeries, scoreLogRows } from './score-log-rows.ts'
import { dropStatesFrom, lateWindowMs, readState, saveState } from './states.ts'

/** Scores one project as its data arrives. */
export interface ProjectSession {
  /** Scores what is new, if anything is; `from` is the time of the earliest sample that has arrived since. */
  wake(from?: number): void
  /** Saves the state, so that another worker goes on from it at once, and ends. */
  stop(): Promise<void>
  /** Ends without saving: the project is no longer this worker's. */
  abandon(): Promise<void>
}

/** Cells read at once, and rows. */
const maxCells = 2_000_000
const maxRows = 5000
/** The first time, and after a long stop, so many rows are looked at. */
const mostRowsBack = 20_000
/** States are saved this often, so that little has to be scored again after a crash. */
const saveEveryRows = 5
const saveEveryMs = 150_000
/** Rows are scored again for late samples at most this often. */
const rescoreEveryMs = 5000
/** A sample may be this much late: a tenth of a step, within these bounds. */
const leastDelayMs = 200
const mostDelayMs = 5000
const seriesPerRead = 5000
/** Of log lines so much is read at once, and so far is looked back. */
const logSpanMs = 60_000
const mostLogsBackMs = 3_600_000
/** Shippers send lines in batches of some seconds. */
const leastLogDelayMs = 2000
/** Templates are written this often. */
const templatesEveryMs = 10_000
/** Rows of log lines are scored again for late ones for a tenth of the time at most. */
const logRescoreShare = 0.1

/** A project, with the live version of the model that it has learned. */
type Watched = typeof projects.$inferSelect & { readonly liveVersion: number | null }

/** What is held while the detector is open. */
interface Open {
  readonly detector: LiveSession
  readonly options: LiveOptions
  readonly numbers: number[]
  /** What scored the rows so far, by time, and what scores the present ones. */
  uses: ModelUse[]
  used: ModelUse | undefined
  position: number
  savedAt: number | undefined
  /** Rows up to here were scored before: what comes of them replaces what was found then. */
  replay: { readonly since: number; readonly until: number; readonly found: Map<string, ReportedFinding> } | undefined
}

export function openProject(ctx: Context, sourceId: string, onEnd: (error: unknown) => void): ProjectSession {
  let open: Open | undefined
  let running: Promise<void> | undefined
  let isWoken = false
  let hasEnded = false
  let earliest = Number.POSITIVE_INFINITY
  let rescoredAt = Number.NEGATIVE_INFINITY
  let rescoringMs = 0
  let templatesAt = Number.NEGATIVE_INFINITY
  /** Whether a step is taken as soon as all its series have arrived; not where a sender sends several samples a step. */
  let isEager = true

  const run = async (): Promise<void> => {
    while (isWoken && !hasEnded) {
      isWoken = false
      const project = await readWatched(ctx, sourceId)
      if (!project || project.removedAt !== null) return
      if (open !== undefined && !isSame(open.options, optionsOf(project))) {
        await save(open)
        await close()
      }
      open ??= await begin(ctx, project)
      if (open === undefined) return
      await takeLate(project, open)
      await advance(project, open)
    }
  }
  /** Goes back to the state before a late sample. */
  const takeLate = async (project: Watched, now: Open): Promise<void> => {
    const { samplingMs, dataType } = project
    const from = Math.floor(earliest / samplingMs) * samplingMs
    if (now.replay !== undefined || from > now.position) {
      earliest = Number.POSITIVE_INFINITY
      return
    }
    if (from === now.position) isEager = false
    const pauseMs = dataType === 'Log' ? Math.max(rescoreEveryMs, rescoringMs / logRescoreShare) : rescoreEveryMs
    if (ctx.clock.now() - rescoredAt < pauseMs) return
    earliest = Number.POSITIVE_INFINITY
    rescoredAt = ctx.clock.now()
    const earliestTaken = now.position - lateWindowMs(samplingMs)
    if (from < earliestTaken) return
    const state = await readState(ctx, sourceId, from)
    const position = state?.position ?? (await rowBeforeFirst(ctx, project))
    // Without a state from before, all rows are scored again where there are but few
    if (state === undefined && position < earliestTaken) return
    const until = now.position
    await close()
    const used = modelUseAt(now.uses, position)
    const start = { state: state?.bytes, model: await loadModelUse(ctx, used) }
    const detector = await ctx.liveScorer.open({ ...now.options, ofLogs: dataType === 'Log' }, start)
    const numbers = await numbersOf(ctx, sourceId, detector)
    open = {
      ...now,
      ...{ detector, used, numbers, position },
      savedAt: state?.position,
      replay: replayOf(detector, position, until),
    }
    await dropStatesFrom(ctx, sourceId, from)
  }
  const advance = async (project: Watched, now: Open): Promise<void> => {
    const current = open ?? now
    if (project.dataType === 'Log') return advanceLogs(project, current)
    await addNewSeries(ctx, project, current)
    await noteModel(project, current)
    const { numbers } = current
    const stepMs = project.samplingMs
    if (numbers.length === 0) return
    const instant = ctx.clock.now()
    const present = Math.floor(instant / stepMs) * stepMs
    const complete = Math.floor((instant - delayOf(stepMs)) / stepMs) * stepMs
    const start = Math.max(current.position + stepMs, complete - mostRowsBack * stepMs)
    const rowsAtOnce = Math.max(1, Math.min(maxRows, Math.floor(maxCells / numbers.length)))
    for (let from = start; from < complete && !hasEnded; ) {
      const to = endOfModelUse(current.uses, from, Math.min(complete, from + rowsAtOnce * stepMs), stepMs)
      await scoreGrid(project, current, await ctx.points.readGrid(sourceId, numbers, { from, to }, stepMs))
      from = to
    }
    const next = Math.max(start, complete)
    if (!isEager || hasEnded || current.replay !== undefined || next > present) return
    const early = await ctx.points.readGrid(sourceId, numbers, { from: next, to: present + stepMs }, stepMs)
    const rows = wholeRows(early)
    if (rows > 0) await scoreGrid(project, current, firstRows(early, rows))
  }
  const advanceLogs = async (project: Watched, now: Open): Promise<void> => {
    const stepMs = project.samplingMs
    const complete = Math.floor((ctx.clock.now() - Math.max(leastLogDelayMs, delayOf(stepMs))) / stepMs) * stepMs
    const start = Math.max(now.position + stepMs, Math.floor((complete - mostLogsBackMs) / stepMs) * stepMs)
    const rowsAtOnce = Math.max(1, Math.floor(logSpanMs / stepMs))
    const began = performance.now()
    for (let from = start; from < complete && !hasEnded; from += rowsAtOnce * stepMs) {
      const isReplay = now.replay !== undefined
      const span = { from, to: Math.min(complete, from + rowsAtOnce * stepMs) }
      const result = await scoreLogRows(ctx, { sourceId, stepMs }, now, span)
      await keep(project, now, result, span.to - stepMs)
      if (isReplay) rescoringMs = performance.now() - began
    }
  }
  /** Notes a version that has become the live one, and forgets a model that was deleted. */
  const noteModel = async ({ modelId, liveVersion: version }: Watched, now: Open): Promise<void> => {
    if (modelId === null) now.uses = []
    else if (version !== null && now.replay === undefined) {
      const last = now.uses.at(-1)
      if (last?.modelId === modelId && last.version === version) return
      const use = await noteModelUse(ctx, sourceId, { modelId, version, position: now.position })
      now.uses = [...now.uses.filter(({ fromTime }) => fromTime < use.fromTime), use]
    }
  }
  const takeModel = async (now: Open, time: number): Promise<void> => {
    const use = modelUseAt(now.uses, time)
    if (isSameUse(use, now.used)) return
    await now.detector.useModel(await loadModelUse(ctx, use))
    now.used = use
  }
  const scoreGrid = async (project: Watched, now: Open, grid: PointGrid): Promise<void> => {
    await takeModel(now, grid.times[0]!)
    await keep(project, now, await now.detector.push(grid), grid.times.at(-1)!)
  }
  const takeTemplates = async (now: Open, { changed }: LiveResult): Promise<ChangedTemplates | undefined> => {
    const isNamed = changed.some(({ type }) => type === 'log')
    if (!isNamed && ctx.clock.now() - templatesAt < templatesEveryMs) return undefined
    templatesAt = ctx.clock.now()
    return now.detector.takeTemplates()
  }
  const keep = async (project: Watched, now: Open, result: LiveResult, position: number): Promise<void> => {
    now.position = position
    await ctx.points.appendScores(sourceId, scoresOf(result, now.numbers))
    if (now.replay !== undefined && !catchUp(now.replay, now.position, result)) return
    const replayed = now.replay
    now.replay = undefined
    const { trust } = result
    const found: Pick<Round, 'changed' | 'removed' | 'since'> =
      replayed === undefined ? result : { changed: [...replayed.found.values()], removed: [], since: replayed.since }
    const lookBackMs = lateWindowMs(project.samplingMs)
    const { stepMs, cvalue } = now.options
    const templates = project.dataType === 'Log' ? await takeTemplates(now, result) : undefined
    const round = { ...found, position: now.position, trust, templates }
    await keepRound(ctx, { sourceId, stepMs, cvalue, lookBackMs }, round)
    ctx.liveChanges.announce(sourceId)
    await saveInTime(now)
  }
  const saveInTime = async (now: Open): Promise<void> => {
    const { position, savedAt, options } = now
    const every = Math.max(saveEveryRows * options.stepMs, saveEveryMs)
    if (savedAt !== undefined && position - savedAt < every) return
    await save(now)
  }
  const save = async (now: Open): Promise<void> => {
    if (now.position === now.savedAt || now.replay !== undefined) return
    const bytes = await now.detector.save()
    await saveState(ctx, { sourceId, stepMs: now.options.stepMs }, { position: now.position, bytes })
    now.savedAt = now.position
  }
  const close = async (): Promise<void> => {
    await open?.detector.close()
    open = undefined
  }
  const wake = (from = Number.POSITIVE_INFINITY): void => {
    earliest = Math.min(earliest, from)
    isWoken = true
    if (running !== undefined || hasEnded) return
    running = run()
      .catch(async (error: unknown) => {
        hasEnded = true
        await close().catch(() => {})
        onEnd(error)
      })
      .finally(() => {
        running = undefined
        if (isWoken && !hasEnded) wake()
      })
  }
  return {
    wake,
    async stop() {
      hasEnded = true
      await running
      if (open) await save(open)
      await close()
    },
    async abandon() {
      hasEnded = true
      await running
      await close()
    },
  }
}

/** Whether a session ended because another worker has the project. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLost
}

/** Goes on from the newest state; what another worker has scored since is scored again, and replaced. */
async function begin(ctx: Context, project: Watched): Promise<Open | undefined> {
  const { sourceId } = project
  if (project.firstDataAt === null && !(await hasData(ctx, project))) return undefined
  const options = optionsOf(project)
  const uses = await readModelUses(ctx, sourceId)
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
      return { detector, options, numbers, uses, used, position, savedAt: position, replay }
    }
  }
  const detector = await ctx.liveScorer.open(opening)
  const position = await rowBeforeFirst(ctx, project)
  const replay = until !== undefined && until > position ? replayOf(detector, position, until) : undefined
  return { detector, options, numbers: [], uses, used: undefined, position, savedAt: undefined, replay }
}

async function readWatched({ db }: Context, sourceId: string): Promise<Watched | undefined> {
  const [row] = await db
    .select({ project: projects, liveVersion: models.liveVersion })
    .from(projects)
    .leftJoin(models, eq(models.id, projects.modelId))
    .where(eq(projects.sourceId, sourceId))
  return row && { ...row.project, liveVersion: row.liveVersion }
}

function optionsOf({ samplingMs: stepMs, pvalue, cvalue }: Watched): LiveOptions {
  return { stepMs, pvalue, cvalue }
}

function isSame(a: LiveOptions, b: LiveOptions): boolean {
  return a.stepMs === b.stepMs && a.pvalue === b.pvalue && a.cvalue === b.cvalue
}

/** Of the series of a saved state: those of samples are numbered in their order, those that count log lines by name. */
async function numbersOf(ctx: Context, sourceId: string, { seriesCount, logSeries }: LiveSession): Promise<number[]> {
  if (logSeries.length > 0) return [...(await registerLogSeries(ctx, sourceId, logSeries))]
  return Array.from({ length: seriesCount }, (_, number) => number)
}

function replayOf({ standing }: LiveSession, since: number, until: number): NonNullable<Open['replay']> {
  return { since, until, found: new Map(standing.map((finding) => [finding.key, finding])) }
}

/** Takes in what came of rows that are scored again; whether all of them were. */
function catchUp({ until, found }: NonNullable<Open['replay']>, position: number, result: LiveResult): boolean {
  for (const key of result.removed) found.delete(key)
  for (const finding of result.changed) found.set(finding.key, finding)
  return position >= until
}

async function hasData({ points }: Context, { sourceId, dataType }: Watched): Promise<boolean> {
  if (dataType === 'Log') return (await points.describeLogs(sourceId)).lines > 0
  return (await points.describeLive(sourceId)).points > 0
}

/** Series are numbered as they appear, without a gap. */
async function addNewSeries(
  ctx: Context,
  { sourceId, seriesCount }: Watched,
  { numbers, detector }: Open,
): Promise<void> {
  while (numbers.length < seriesCount) {
    const from = numbers.length
    const rows = await ctx.db
      .select()
      .from(series)
      .where(and(eq(series.sourceId, sourceId), gte(series.number, from), lt(series.number, from + seriesPerRead)))
      .orderBy(asc(series.number))
    if (rows.length === 0) return
    await detector.addSeries(rows.map((row) => ({ key: keyOf(row), type: valueTypeOf(row.type) })))
    numbers.push(...rows.map(({ number }) => number))
  }
}

function keyOf({ seriesId, metric, instance, service, group }: typeof series.$inferSelect): SeriesKey {
  return { id: seriesId, metric, instance, ...(service !== null && { service }), ...(group !== null && { group }) }
}

function valueTypeOf(type: (typeof series.$inferSelect)['type']): 'gauge' | 'counter' | undefined {
  return type === 'counter' || type === 'gauge' ? type : undefined
}

/** Where detection begins that has no state: before the first value, or so many rows back. */
async function rowBeforeFirst(ctx: Context, { sourceId, samplingMs, dataType }: Watched): Promise<number> {
  const now = ctx.clock.now()
  const isLog = dataType === 'Log'
  const { from } = isLog ? await ctx.points.describeLogs(sourceId) : await ctx.points.describeLive(sourceId)
  const backMs = isLog ? Math.max(mostLogsBackMs, samplingMs) : mostRowsBack * samplingMs
  const first = Math.max(Math.min(from ?? now, now), now - backMs)
  return Math.floor(first / samplingMs) * samplingMs - samplingMs
}

function delayOf(stepMs: number): number {
  return Math.max(leastDelayMs, Math.min(mostDelayMs, stepMs / 10))
}

/** The rows at the beginning in which every series has a value. */
function wholeRows({ times, columns }: PointGrid): number {
  let rows = 0
  while (rows < times.length && columns.every((column) => !Number.isNaN(column[rows]!))) rows++
  return rows
}

function firstRows({ times, columns }: PointGrid, rows: number): PointGrid {
  return { times: times.subarray(0, rows), columns: columns.map((column) => column.subarray(0, rows)) }
}

/** With the numbers of the source's series. */
function scoresOf({ scores }: LiveResult, numbers: readonly number[]): LiveResult['scores'] {
  const numbered = { ...scores, series: scores.series.map((place) => numbers[place] ?? place) }
  if (!numbers.includes(-1)) return numbered
  // Series beyond the limit of the project have no place to be stored at
  const isKept = (_: number, row: number): boolean => numbers[scores.series[row]!] !== -1
  return {
    series: numbered.series.filter(isKept),
    times: numbered.times.filter(isKept),
    degree: numbered.degree.filter(isKept),
    low: numbered.low.filter(isKept),
    high: numbered.high.filter(isKept),
  }
}
