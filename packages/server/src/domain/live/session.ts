import type { LiveFinding, LiveOptions, SeriesKey } from '@omen/engine'
import { defaultsOf } from '@omen/sdk/rules'
import { and, asc, eq, gte, lt } from 'drizzle-orm'
import type { LiveResult, LiveSession } from '../../ports/live-scorer.ts'
import type { PointGrid } from '../../ports/point-store.ts'
import { livePositions, projects, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { keepRound, LeaseLost, type Round } from './keep-round.ts'
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

type Watched = typeof projects.$inferSelect

/** What is held while the detector is open. */
interface Open {
  readonly detector: LiveSession
  readonly options: LiveOptions
  readonly numbers: number[]
  position: number
  savedAt: number | undefined
  /** Rows up to here were scored before: what comes of them replaces what was found then. */
  replay: { readonly since: number; readonly until: number; readonly found: Map<string, LiveFinding> } | undefined
}

export function openProject(ctx: Context, sourceId: string, onEnd: (error: unknown) => void): ProjectSession {
  let open: Open | undefined
  let running: Promise<void> | undefined
  let isWoken = false
  let hasEnded = false
  let earliest = Number.POSITIVE_INFINITY
  let rescoredAt = Number.NEGATIVE_INFINITY
  /** Whether a step is taken as soon as all its series have arrived; not where a sender sends several samples a step. */
  let isEager = true

  const run = async (): Promise<void> => {
    while (isWoken && !hasEnded) {
      isWoken = false
      const [project] = await ctx.db.select().from(projects).where(eq(projects.sourceId, sourceId))
      if (!project || project.removedAt !== null) return
      if (open !== undefined && open.options.stepMs !== project.samplingMs) await close()
      open ??= await begin(ctx, project)
      if (open === undefined) return
      await takeLate(project, open)
      await advance(project, open)
    }
  }
  /** Goes back to the state before a late sample. */
  const takeLate = async ({ samplingMs }: Watched, now: Open): Promise<void> => {
    const from = Math.floor(earliest / samplingMs) * samplingMs
    if (now.replay !== undefined || from > now.position) {
      earliest = Number.POSITIVE_INFINITY
      return
    }
    if (from === now.position) isEager = false
    if (ctx.clock.now() - rescoredAt < rescoreEveryMs) return
    earliest = Number.POSITIVE_INFINITY
    rescoredAt = ctx.clock.now()
    const state = from < now.position - lateWindowMs(samplingMs) ? undefined : await readState(ctx, sourceId, from)
    if (state === undefined) return
    const until = now.position
    await close()
    const detector = await ctx.liveScorer.open(now.options, state.bytes)
    open = {
      ...now,
      detector,
      numbers: now.numbers.slice(0, detector.seriesCount),
      position: state.position,
      savedAt: state.position,
      replay: replayOf(detector, state.position, until),
    }
    await dropStatesFrom(ctx, sourceId, from)
  }
  const advance = async (project: Watched, now: Open): Promise<void> => {
    const current = open ?? now
    await addNewSeries(ctx, project, current)
    const { numbers } = current
    const stepMs = project.samplingMs
    if (numbers.length === 0) return
    const instant = ctx.clock.now()
    const present = Math.floor(instant / stepMs) * stepMs
    const complete = Math.floor((instant - delayOf(stepMs)) / stepMs) * stepMs
    const start = Math.max(current.position + stepMs, complete - mostRowsBack * stepMs)
    const rowsAtOnce = Math.max(1, Math.min(maxRows, Math.floor(maxCells / numbers.length)))
    for (let from = start; from < complete && !hasEnded; from += rowsAtOnce * stepMs) {
      const span = { from, to: Math.min(complete, from + rowsAtOnce * stepMs) }
      await score(project, current, await ctx.points.readGrid(sourceId, numbers, span, stepMs))
    }
    const next = Math.max(start, complete)
    if (!isEager || hasEnded || current.replay !== undefined || next > present) return
    const early = await ctx.points.readGrid(sourceId, numbers, { from: next, to: present + stepMs }, stepMs)
    const rows = wholeRows(early)
    if (rows > 0) await score(project, current, firstRows(early, rows))
  }
  const score = async (project: Watched, now: Open, grid: PointGrid): Promise<void> => {
    const result = await now.detector.push(grid)
    now.position = grid.times.at(-1)!
    await ctx.points.appendScores(sourceId, scoresOf(result, now.numbers))
    if (now.replay !== undefined && !catchUp(now.replay, now.position, result)) return
    const replayed = now.replay
    now.replay = undefined
    const { trust } = result
    const found: Pick<Round, 'changed' | 'removed' | 'since'> =
      replayed === undefined ? result : { changed: [...replayed.found.values()], removed: [], since: replayed.since }
    const lookBackMs = lateWindowMs(project.samplingMs)
    const { stepMs, cvalue } = now.options
    await keepRound(ctx, { sourceId, stepMs, cvalue, lookBackMs }, { ...found, position: now.position, trust })
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
  if (project.firstDataAt === null && (await ctx.points.describeLive(sourceId)).points === 0) return undefined
  const { pvalue, cvalue } = defaultsOf()
  const options: LiveOptions = { stepMs: project.samplingMs, pvalue, cvalue }
  const [scored] = await ctx.db.select().from(livePositions).where(eq(livePositions.sourceId, sourceId))
  const until = scored?.position ?? undefined
  const state = await readState(ctx, sourceId)
  if (state !== undefined) {
    const detector = await ctx.liveScorer.open(options, state.bytes).catch((error: unknown) => {
      ctx.log.warn({ err: error, sourceId }, 'the state of a live detection cannot be used: it learns anew')
      return undefined
    })
    const { position } = state
    if (detector !== undefined) {
      const replay = until !== undefined && until > position ? replayOf(detector, position, until) : undefined
      return { detector, options, numbers: numbersBelow(detector.seriesCount), position, savedAt: position, replay }
    }
  }
  const detector = await ctx.liveScorer.open(options)
  const position = await rowBeforeFirst(ctx, project)
  const replay = until !== undefined && until > position ? replayOf(detector, position, until) : undefined
  return { detector, options, numbers: [], position, savedAt: undefined, replay }
}

function numbersBelow(count: number): number[] {
  return Array.from({ length: count }, (_, number) => number)
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
async function rowBeforeFirst(ctx: Context, { sourceId, samplingMs }: Watched): Promise<number> {
  const now = ctx.clock.now()
  const { from } = await ctx.points.describeLive(sourceId)
  const first = Math.max(Math.min(from ?? now, now), now - mostRowsBack * samplingMs)
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
  return { ...scores, series: scores.series.map((place) => numbers[place] ?? place) }
}
