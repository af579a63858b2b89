import type { PointGrid, TimeSpan } from '../../ports/point-store.ts'
import { readFetched } from './fetch-wait.ts'
import { countWholeRows, firstRows, MAX_CELLS, rowsBetween } from './grid-rows.ts'
import { learnHistory } from './learn-history.ts'
import type { LiveSession } from './live-session.ts'
import { endOfModelUse, isSameUse, loadModelUse, modelUseAt, noteModelUse } from './model-use.ts'
import { addNewSeries, declareTypes, type OpenDetector } from './open-detector.ts'
import { completeTo, heldUntil, nextEarlyReadAt } from './row-clock.ts'
import { saveResult } from './save-session.ts'
import { MAX_ROWS_BACK, type WatchedProject } from './watched-project.ts'

/** At most this many rows are read at once, and fewer if there are many series: see `MAX_CELLS`. */
const MAX_ROWS = 5000

/** The moment at which rows are scored. */
interface Moment {
  readonly now: number
  /** The row of now, whose end lies ahead. */
  readonly presentRow: number
  /** Whether rows are held back because samples of the past are still arriving. */
  readonly isHeld: boolean
}

/** Scores the rows of samples that are complete, then the present row if all its series have arrived. */
export async function scoreMetricRows(
  session: LiveSession,
  project: WatchedProject,
  open: OpenDetector,
): Promise<void> {
  const { ctx } = session
  await addNewSeries(ctx, project, open)
  await declareTypes(ctx, project, open)
  await recordLiveVersion(session, project, open)
  if (open.numbers.length === 0) return
  const { stepMs: intervalMs } = open.options
  const now = ctx.clock.now()
  const presentRow = Math.floor(now / intervalMs) * intervalMs
  const moment = { now, presentRow, isHeld: now < heldUntil(session, intervalMs) }
  const fetchedRows = await readArrivedFetched(session, open, presentRow)
  const complete = completeTo(session, intervalMs, moment)
  await learnHistory(session, open, complete)
  const start = Math.max(open.position + intervalMs, complete - MAX_ROWS_BACK * intervalMs)
  await scoreCompleteRows(session, open, { from: start, to: complete }, fetchedRows)
  await scoreEagerRows(session, open, Math.max(start, complete), moment)
}

/** Reads how far fetched data has come if some has arrived; data that arrives meanwhile is read by the next turn. */
async function readArrivedFetched(
  session: LiveSession,
  open: OpenDetector,
  presentRow: number,
): Promise<PointGrid | undefined> {
  const { ctx, sourceId, fetchWait } = session
  if (fetchWait === undefined || !session.hasArrived) return undefined
  session.hasArrived = false
  return readFetched(ctx, sourceId, fetchWait, open, presentRow)
}

async function scoreCompleteRows(
  session: LiveSession,
  open: OpenDetector,
  span: TimeSpan,
  fetchedRows: PointGrid | undefined,
): Promise<void> {
  const { numbers, options, uses } = open
  const { stepMs: intervalMs } = options
  const rowsAtOnce = Math.max(1, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / numbers.length)))
  for (let { from } = span; from < span.to && !session.hasEnded; ) {
    const to = endOfModelUse(uses, from, Math.min(span.to, from + rowsAtOnce * intervalMs), intervalMs)
    const fetched = fetchedRows && rowsBetween(fetchedRows, { from, to }, intervalMs)
    await scoreGrid(session, open, fetched ?? (await readSettled(session, open, { from, to })))
    from = to
  }
}

/**
 * Scores rows from `from` up to the present one as soon as every series has a value in them, without waiting until they are complete. A sender that sends several
 * samples within an interval ends this: its rows would be scored twice.
 */
async function scoreEagerRows(
  session: LiveSession,
  open: OpenDetector,
  from: number,
  { now, presentRow, isHeld }: Moment,
): Promise<void> {
  const { stepMs: intervalMs } = open.options
  if (session.fetchWait !== undefined || !session.hasArrived || now < nextEarlyReadAt(session, intervalMs)) return
  session.hasArrived = false
  const isReplay = open.replay !== undefined
  if (!session.isEager || isHeld || session.hasEnded || isReplay || from > presentRow) return
  session.earlyReadAt = now
  const grid = await readSettled(session, open, { from, to: presentRow + intervalMs })
  const rows = countWholeRows(grid)
  if (rows === 0) return
  await scoreGrid(session, open, firstRows(grid, rows))
  session.lastEagerRow = open.position
}

/** Reads rows once everything that arrived is stored: samples that a full disk keeps from being stored would be scored as missing. */
async function readSettled({ ctx, sourceId }: LiveSession, open: OpenDetector, span: TimeSpan): Promise<PointGrid> {
  await ctx.points.settle(sourceId)
  return ctx.points.readGrid(sourceId, open.numbers, span, open.options.stepMs, 'withMarks')
}

async function scoreGrid(session: LiveSession, open: OpenDetector, grid: PointGrid): Promise<void> {
  await changeModel(session, open, grid.times[0]!)
  await saveResult(session, open, await open.detector.push(grid), grid.times.at(-1)!)
}

/** Has the version of the model take part that scores the row at `time`. */
async function changeModel({ ctx }: LiveSession, open: OpenDetector, time: number): Promise<void> {
  const use = modelUseAt(open.uses, time)
  if (isSameUse(use, open.used)) return
  await open.detector.useModel(await loadModelUse(ctx, use))
  open.used = use
}

/** Records a version that has become the live one, and drops the uses of a model that was deleted. */
async function recordLiveVersion(
  { ctx, sourceId }: LiveSession,
  { modelId, liveVersion: version }: WatchedProject,
  open: OpenDetector,
): Promise<void> {
  if (modelId === null) open.uses = []
  else if (version !== null && open.replay === undefined) {
    const last = open.uses.at(-1)
    if (last?.modelId === modelId && last.version === version) return
    const use = await noteModelUse(ctx, sourceId, { modelId, version, position: open.position })
    open.uses = [...open.uses.filter(({ fromTime }) => fromTime < use.fromTime), use]
  }
}
