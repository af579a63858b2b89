import type { ChangedTemplates, LiveResult } from '../../ports/live-scorer.ts'
import type { PointGrid, TimeSpan } from '../../ports/point-store.ts'
import type { Trust } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { leastLogDelayMs } from '../ingest/index.ts'
import { createLateLines } from './count-late-lines.ts'
import { createDataFrontier } from './data-frontier.ts'
import { createFetchWait, type FetchWait, readFetched } from './fetch-wait.ts'
import { countWholeRows, firstRows, MAX_CELLS, rowsBetween } from './grid-rows.ts'
import { keepRound, LeaseLost, type Round } from './keep-round.ts'
import { createTemplateRules, createTemplateSchedule } from './log-templates.ts'
import { endOfModelUse, isSameUse, loadModelUse, modelUseAt, noteModelUse } from './model-use.ts'
import { numberedRates, numberedScores } from './numbered.ts'
import {
  addNewSeries,
  addReplayed,
  declareTypes,
  type OpenDetector,
  openDetector,
  rewindDetector,
} from './open-detector.ts'
import type { ReadProject } from './project-reader.ts'
import { createRowWait } from './row-wait.ts'
import { scoreLogRows } from './score-log-rows.ts'
import { dropStatesFrom, lateWindowMs, saveState } from './states.ts'
import {
  dataExtent,
  isSameOptions,
  liveOptionsOf,
  lookBackMs,
  mostLogsBackMs,
  mostRowsBack,
  type WatchedProject,
} from './watched-project.ts'

/** Scores one project as its data arrives. */
export interface ProjectSession {
  /** Scores what has arrived: the times of its first and its last sample. */
  wake(arrived: { readonly from: number; readonly to: number }): void
  /** Scores what is due: rows are complete whether or not samples arrive, since silence is a finding, too. */
  look(): void
  /** Saves the state, so that another worker goes on from it at once, and ends. */
  stop(): Promise<void>
  /** Ends without saving: the project is no longer this worker's. */
  abandon(): Promise<void>
}

/** Rows read at once; there may be fewer, see `MAX_CELLS`. */
const maxRows = 5000
/** States are saved this often, so that little has to be scored again after a crash. */
const saveEveryRows = 5
const saveEveryMs = 150_000
/** While nothing arrives from anywhere so many rows are not saved: there is little to score again. */
const mostRowsUnsaved = 5000
/** Rows are scored again for late samples at most this often. */
const rescoreEveryMs = 5000
/** Of log lines so much is read at once, and more where there are few. */
const logSpanMs = 60_000
const longestLogSpanMs = 3_600_000
const fewLines = 1000
/** Rows are scored again for a tenth of the time at most. */
const rescoreShare = 0.1
/** Looked at this often even if nothing is due: for settings that were changed, and an arrival that was not announced. */
const slowLookMs = 5000
/** After an arrival, whether the present row is whole is looked up at most this often: a twentieth of a step, within these bounds. */
const leastEarlyMs = 250
const mostEarlyMs = 1000

export interface ProjectSessionOptions {
  readonly readProject: ReadProject
  onEnd(error: unknown): void
}

export function openProject(
  ctx: Context,
  sourceId: string,
  { readProject, onEnd }: ProjectSessionOptions,
): ProjectSession {
  const wait = createRowWait()
  const frontier = createDataFrontier()
  const rules = createTemplateRules(ctx, sourceId)
  const late = createLateLines(ctx, sourceId)
  const templateSchedule = createTemplateSchedule()
  let open: OpenDetector | undefined
  let isOfLogs = false
  /** Whether lines may have been stored after their rows had been scored. */
  let mayBeUncounted = true
  /** Of a project that fetches. */
  let fetched: FetchWait | undefined
  let running: Promise<void> | undefined
  let isWoken = false
  let hasEnded = false
  /** Older samples are not scored. */
  let reachMs = Number.POSITIVE_INFINITY
  let earliest = Number.POSITIVE_INFINITY
  let rescoredAt = Number.NEGATIVE_INFINITY
  let rescoringMs = 0
  let dueAt = Number.NEGATIVE_INFINITY
  /** Whether samples have arrived since the present row was last looked up. */
  let hasArrived = false
  let earlyAt = Number.NEGATIVE_INFINITY
  let keptTrust: Trust | undefined
  /** Whether a step is taken as soon as all its series have arrived; not where a sender sends several samples a step. */
  let isEager = true
  /** The last row that was taken so. */
  let eagerRow = Number.NaN

  const run = async (): Promise<void> => {
    while (isWoken && !hasEnded) {
      isWoken = false
      dueAt = nextSlowLook(ctx.clock.now())
      const project = await readProject(sourceId)
      if (!project || project.removedAt !== null) return
      if (open !== undefined && !isSameOptions(open.options, liveOptionsOf(project))) {
        await save(open)
        await close()
      }
      // How far the data has come, and what is late, is read here as well
      await ctx.points.settle(sourceId)
      open ??= await begin(project)
      if (open === undefined) return
      if (isOfLogs) await takeUncounted()
      await takeLate(project, open)
      if (earliest === Number.POSITIVE_INFINITY) late.settleRead()
      const isReplay = open.replay !== undefined
      const began = ctx.clock.monotonic()
      await advance(project, open)
      if (isReplay) rescoringMs = ctx.clock.monotonic() - began
      if (isOfLogs && open.replay === undefined && !hasEnded && (await late.countSome(open))) isWoken = true
      dueAt = Math.min(dueAt, nextDueAt(project, open))
    }
  }
  /** Looks how far the data has come that arrived before. */
  const begin = async (project: WatchedProject): Promise<OpenDetector | undefined> => {
    const opened = await openDetector(ctx, project)
    if (opened === undefined) return undefined
    reachMs = lookBackMs(project)
    const { from, to } = await dataExtent(ctx, project)
    const now = project.lastDataAt ?? ctx.clock.now()
    if (from !== null && to !== null) frontier.note({ from, to }, { lateMs: Number.POSITIVE_INFINITY, now })
    isOfLogs = project.dataType === 'Log'
    const isNew = opened.savedAt === undefined
    if (isOfLogs && isNew && from !== null && from < endOf(opened)) await late.keep({ from, to: endOf(opened) })
    if (project.isFetched) {
      fetched = openFetchWait(project, opened, to ?? now)
      // What was fetched before is noted as well
      hasArrived = true
    }
    return opened
  }
  /** Takes lines into account that were stored after their rows had been scored. */
  const takeUncounted = async (): Promise<void> => {
    if (!mayBeUncounted) return
    mayBeUncounted = false
    for (const { from, to } of await late.readKept())
      if (to > ctx.clock.now() - reachMs) earliest = Math.min(earliest, from)
      else late.note({ from, to })
  }
  const openFetchWait = ({ samplingMs }: WatchedProject, { savedAt, replay }: OpenDetector, to: number): FetchWait => {
    const isNew = savedAt === undefined && replay === undefined
    return createFetchWait({ lateMs: lateBy(to, samplingMs), ...(isNew && { newSince: ctx.clock.now() }) })
  }
  /** When the next row is complete, or what was put off may be done. */
  const nextDueAt = ({ samplingMs, dataType }: WatchedProject, { numbers, position }: OpenDetector): number => {
    const isLog = dataType === 'Log'
    const delayMs = isLog ? logDelayOf(samplingMs) : delayOf(samplingMs)
    const completeAt = isLog || numbers.length > 0 ? position + 2 * samplingMs + delayMs : Number.POSITIVE_INFINITY
    const rowAt = isLog ? completeAt : Math.max(completeAt, heldUntil(samplingMs))
    const lateAt = earliest < Number.POSITIVE_INFINITY ? mayRescoreAt() : rowAt
    return Math.min(rowAt, lateAt, hasArrived ? earlyAt + earlyEveryMs(samplingMs) : rowAt)
  }
  const delayOf = (stepMs: number): number => (fetched ?? wait).ms(stepMs, ctx.clock.now())
  const heldUntil = (stepMs: number): number => frontier.heldUntil(stepMs, fetched?.ms(stepMs, ctx.clock.now()))
  const logDelayOf = (stepMs: number): number => Math.max(leastLogDelayMs, delayOf(stepMs))
  /** How long after the end of its row a sample arrives that does so now. */
  const lateBy = (time: number, stepMs: number): number => ctx.clock.now() - (Math.floor(time / stepMs) + 1) * stepMs
  const mayRescoreAt = (): number =>
    Math.max(rescoredAt + Math.max(rescoreEveryMs, rescoringMs / rescoreShare), frontier.unsettledUntil())
  /** Goes back to the state before a late sample. */
  const takeLate = async (project: WatchedProject, current: OpenDetector): Promise<void> => {
    const { samplingMs } = project
    const from = Math.floor(earliest / samplingMs) * samplingMs
    if (from > current.position) {
      earliest = Number.POSITIVE_INFINITY
      return
    }
    if (from === eagerRow) isEager = false
    if (ctx.clock.now() < mayRescoreAt()) return
    earliest = Number.POSITIVE_INFINITY
    rescoredAt = ctx.clock.now()
    frontier.settle()
    const lateFrom = current.position - lateWindowMs(samplingMs)
    // Where it cannot go back as far as that, those that are only late are taken
    for (const since of from < lateFrom ? [from, lateFrom] : [from]) {
      const rewound = await rewindDetector(ctx, project, current, since)
      if (rewound === undefined) continue
      open = rewound
      await late.interrupt()
      if (isOfLogs && from < endOf(rewound)) late.note({ from, to: endOf(rewound) })
      return dropStatesFrom(ctx, sourceId, since)
    }
    if (isOfLogs) late.note({ from, to: endOf(current) })
  }
  const advance = async (project: WatchedProject, current: OpenDetector): Promise<void> => {
    if (project.dataType === 'Log') return advanceLogs(project, current)
    await addNewSeries(ctx, project, current)
    await declareTypes(ctx, project, current)
    await noteModel(project, current)
    const { numbers } = current
    const stepMs = project.samplingMs
    if (numbers.length === 0) return
    const instant = ctx.clock.now()
    const present = Math.floor(instant / stepMs) * stepMs
    const isHeld = instant < heldUntil(stepMs)
    const noting = hasArrived ? fetched : undefined
    // What arrives meanwhile is looked up the next time
    if (noting !== undefined) hasArrived = false
    const fetchedRows = noting && (await readFetched(ctx, sourceId, noting, current, present))
    const wholeTo = fetched?.wholeTo(stepMs, instant) ?? Number.NEGATIVE_INFINITY
    const completeTo = Math.max(wholeTo, instant - delayOf(stepMs))
    const complete = Math.floor((isHeld ? frontier.newest : completeTo) / stepMs) * stepMs
    const start = Math.max(current.position + stepMs, complete - mostRowsBack * stepMs)
    const rowsAtOnce = Math.max(1, Math.min(maxRows, Math.floor(MAX_CELLS / numbers.length)))
    for (let from = start; from < complete && !hasEnded; ) {
      const to = endOfModelUse(current.uses, from, Math.min(complete, from + rowsAtOnce * stepMs), stepMs)
      const known = fetchedRows && rowsBetween(fetchedRows, { from, to }, stepMs)
      await scoreGrid(project, current, known ?? (await readSettled(numbers, { from, to }, stepMs)))
      from = to
    }
    const next = Math.max(start, complete)
    if (fetched !== undefined || !hasArrived || instant < earlyAt + earlyEveryMs(stepMs)) return
    hasArrived = false
    if (!isEager || isHeld || hasEnded || current.replay !== undefined || next > present) return
    earlyAt = instant
    const early = await readSettled(numbers, { from: next, to: present + stepMs }, stepMs)
    const rows = countWholeRows(early)
    if (rows === 0) return
    await scoreGrid(project, current, firstRows(early, rows))
    eagerRow = current.position
  }
  /** What a full disk keeps from being read would be scored as missing. */
  const readSettled = async (numbers: readonly number[], span: TimeSpan, stepMs: number): Promise<PointGrid> => {
    await ctx.points.settle(sourceId)
    return ctx.points.readGrid(sourceId, numbers, span, stepMs)
  }
  const advanceLogs = async (project: WatchedProject, current: OpenDetector): Promise<void> => {
    const stepMs = project.samplingMs
    await rules.apply(current.detector)
    const complete = Math.floor((ctx.clock.now() - logDelayOf(stepMs)) / stepMs) * stepMs
    // What was never analysed begins where the detector does
    const earliestRow = current.savedAt === undefined ? Number.NEGATIVE_INFINITY : complete - mostLogsBackMs
    const start = Math.max(current.position + stepMs, Math.floor(earliestRow / stepMs) * stepMs)
    if (start > endOf(current)) await late.keep({ from: endOf(current), to: start })
    templateSchedule.expectRowsTo(complete)
    let spanMs = logSpanMs
    for (let from = start; from < complete && !hasEnded; ) {
      const to = Math.min(complete, from + Math.max(1, Math.floor(spanMs / stepMs)) * stepMs)
      await ctx.points.settle(sourceId)
      const result = await scoreLogRows(ctx, { sourceId, stepMs }, current, { from, to })
      await keep(project, current, { ...result, changed: rules.filter(result.changed) }, to - stepMs)
      const isSparse = result.lines.counts.reduce((sum, count) => sum + count, 0) < fewLines
      spanMs = isSparse ? Math.min(2 * spanMs, longestLogSpanMs) : logSpanMs
      from = to
    }
  }
  /** Notes a version that has become the live one, and forgets a model that was deleted. */
  const noteModel = async ({ modelId, liveVersion: version }: WatchedProject, current: OpenDetector): Promise<void> => {
    if (modelId === null) current.uses = []
    else if (version !== null && current.replay === undefined) {
      const last = current.uses.at(-1)
      if (last?.modelId === modelId && last.version === version) return
      const use = await noteModelUse(ctx, sourceId, { modelId, version, position: current.position })
      current.uses = [...current.uses.filter(({ fromTime }) => fromTime < use.fromTime), use]
    }
  }
  const takeModel = async (current: OpenDetector, time: number): Promise<void> => {
    const use = modelUseAt(current.uses, time)
    if (isSameUse(use, current.used)) return
    await current.detector.useModel(await loadModelUse(ctx, use))
    current.used = use
  }
  const scoreGrid = async (project: WatchedProject, current: OpenDetector, grid: PointGrid): Promise<void> => {
    await takeModel(current, grid.times[0]!)
    await keep(project, current, await current.detector.push(grid), grid.times.at(-1)!)
  }
  const takeTemplates = async (
    current: OpenDetector,
    { changed }: LiveResult,
  ): Promise<ChangedTemplates | undefined> => {
    const isNamed = changed.some(({ type }) => type === 'log')
    const now = ctx.clock.now()
    if (isNamed) templateSchedule.reset(endOf(current), now)
    else if (!templateSchedule.isDue(endOf(current), now)) return undefined
    return current.detector.takeTemplates()
  }
  const keep = async (
    project: WatchedProject,
    current: OpenDetector,
    result: LiveResult,
    position: number,
  ): Promise<void> => {
    current.position = position
    await ctx.points.appendScores(sourceId, numberedScores(result, current.numbers))
    current.rates = numberedRates(result, current.numbers) ?? current.rates
    if (current.replay !== undefined && !addReplayed(current.replay, current.position, result)) return
    const replayed = current.replay
    current.replay = undefined
    const trust = result.trust === keptTrust ? undefined : result.trust
    const found: Pick<Round, 'changed' | 'removed' | 'since'> =
      replayed === undefined ? result : { changed: [...replayed.found.values()], removed: [], since: replayed.since }
    const { stepMs, cvalue } = current.options
    const templates = project.dataType === 'Log' ? await takeTemplates(current, result) : undefined
    const round = { ...found, position: current.position, trust, templates, rates: current.rates }
    await keepRound(ctx, { sourceId, stepMs, cvalue, lookBackMs: lateWindowMs(project.samplingMs) }, round)
    current.rates = undefined
    keptTrust = result.trust
    ctx.liveChanges.announce(sourceId)
    await saveInTime(current)
  }
  const saveInTime = async (current: OpenDetector): Promise<void> => {
    const { position, savedAt, options } = current
    // The state from before is needed when the sender delivers what it kept meanwhile
    const silentMs = position - frontier.newest
    if (silentMs > 0 && silentMs <= mostRowsUnsaved * options.stepMs) return
    const every = Math.max(saveEveryRows * options.stepMs, saveEveryMs)
    if (savedAt !== undefined && position - savedAt < every) return
    await save(current)
  }
  const save = async (current: OpenDetector): Promise<void> => {
    if (current.position === current.savedAt || current.replay !== undefined) return
    const bytes = await current.detector.save()
    const { stepMs } = current.options
    await saveState(ctx, { sourceId, stepMs, newest: frontier.newest }, { position: current.position, bytes })
    current.savedAt = current.position
  }
  const close = async (): Promise<void> => {
    await late.interrupt()
    await open?.detector.close()
    open = undefined
  }
  const look = (): void => {
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
        if (isWoken && !hasEnded) look()
      })
  }
  return {
    wake(arrived) {
      const now = ctx.clock.now()
      if (open !== undefined) {
        const { stepMs } = open.options
        wait.note(lateBy(arrived.from, stepMs), now)
        if (isOfLogs) fetched?.note(0, now - lateBy(arrived.to, stepMs), now)
      }
      frontier.note(arrived, { lateMs: open ? lateWindowMs(open.options.stepMs) : Number.POSITIVE_INFINITY, now })
      if (!isOfLogs && arrived.to >= now - reachMs) earliest = Math.min(earliest, arrived.from)
      mayBeUncounted = true
      hasArrived = true
      look()
    },
    look() {
      const now = ctx.clock.now()
      // It is due within the time of a slow look, unless the clock was put back
      if (running === undefined && (now >= dueAt || now < dueAt - slowLookMs)) look()
    },
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

/** Of the last row that was scored. */
function endOf({ position, options }: OpenDetector): number {
  return position + options.stepMs
}

/** The same moment for all projects, so that they are read together. */
function nextSlowLook(now: number): number {
  return (Math.floor(now / slowLookMs) + 1) * slowLookMs
}

/** Whether a session ended because another worker has the project. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLost
}

function earlyEveryMs(stepMs: number): number {
  return Math.max(leastEarlyMs, Math.min(mostEarlyMs, stepMs / 20))
}
