import type { ProjectDetector } from '../../ports/live-scorer.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { deleteCounted, noteUncounted, readUncounted } from '../ingest/index.ts'
import type { OpenDetector } from './open-detector.ts'

/**
 * Counts by template the lines that the detector does not go back for. Their times are recorded in the database until they are counted, so that they are counted
 * even if another server gets the lease of the project.
 */
export interface LateLines {
  /** Adds lines of this time that are stored and not counted, which the database has recorded already. */
  add(span: TimeSpan): void
  /** Records in the database that lines of this time are not counted, and adds them. */
  record(span: TimeSpan): Promise<void>
  /** Reads the times of late lines that were recorded since the last call when lines were stored. */
  readRecorded(): Promise<TimeSpan[]>
  /** Confirms that all lines whose times were read are scored by the detector, or were added. */
  confirmRead(): void
  /** Counts some of the lines in rows up to the detector's position; returns whether there are more. */
  countSome(current: OpenDetector): Promise<boolean>
  /** Interrupts counting, which begins anew with the detector as it is then: it counts rows after its position itself. */
  interrupt(): Promise<void>
}

/** Lines are counted in batches of this many. */
const LINES_AT_ONCE = 20_000

/** A span that is being counted: lines up to the cursor are pushed, rows before `from` are counted. */
interface Counting {
  /** A copy of the project's detector, which counts while the detector itself scores. */
  readonly copy: ProjectDetector
  readonly to: number
  cursor: string | undefined
  from: number
}

/** Lines get the templates that the detector knows by then; a line without one is counted as template 0. */
export function createLateLines(ctx: Pick<Context, 'db' | 'points' | 'liveScorer'>, sourceId: string): LateLines {
  const spans: TimeSpan[] = []
  /** Ids of records in the database: those that were read, and those that can be deleted when all `spans` are counted. */
  let read: number[] = []
  let confirmed: number[] = []
  let counting: Counting | undefined

  const begin = async ({ detector, options, position }: OpenDetector, { from, to }: TimeSpan): Promise<Counting> => {
    const { stepMs } = options
    const copy = await ctx.liveScorer.open({ ...options, ofLogs: true }, { state: await detector.save() })
    const end = Math.min(Math.ceil(to / stepMs) * stepMs, position + stepMs)
    return { copy, to: end, cursor: undefined, from: Math.floor(from / stepMs) * stepMs }
  }
  const interrupt = async (): Promise<void> => {
    if (counting === undefined) return
    const { copy, from, to } = counting
    counting = undefined
    spans.unshift({ from, to })
    await copy.close()
  }
  const add = (span: TimeSpan): void => {
    const last = spans.at(-1)
    if (last === undefined || span.from > last.to || span.to < last.from) spans.push(span)
    else spans.splice(-1, 1, { from: Math.min(last.from, span.from), to: Math.max(last.to, span.to) })
  }
  const deleteConfirmed = async (): Promise<void> => {
    const counted = confirmed
    confirmed = []
    if (counted.length > 0) await deleteCounted(ctx, sourceId, counted)
  }
  return {
    add,
    async record(span) {
      confirmed.push((await noteUncounted(ctx, sourceId, span)).id)
      add(span)
    },
    async readRecorded() {
      const rows = await readUncounted(ctx, sourceId, [...read, ...confirmed])
      read.push(...rows.map(({ id }) => id))
      return rows.map(({ fromTime, toTime }) => ({ from: fromTime, to: toTime }))
    },
    confirmRead() {
      confirmed.push(...read)
      read = []
    },
    async countSome(current) {
      const { stepMs } = current.options
      const span = counting === undefined ? spans.shift() : undefined
      if (span !== undefined) counting = await begin(current, span)
      if (counting === undefined) {
        await deleteConfirmed()
        return false
      }
      const { copy, from, to, cursor } = counting
      const batch = await ctx.points.readLogBatch(sourceId, { from, to }, LINES_AT_ONCE, cursor)
      await copy.pushLines(batch)
      const isLast = batch.next === null
      const rows = rowsOf(batch.times, stepMs)
      if (cursor !== undefined && rows[0] !== from) rows.unshift(from)
      // The last row continues in the next batch
      const next = isLast ? to : rows.pop()!
      const counts = await copy.countLogRows(Float64Array.from(rows))
      await ctx.points.deleteLogCounts(sourceId, { from, to: next })
      await ctx.points.appendLogCounts(sourceId, counts)
      counting.from = next
      counting.cursor = batch.next ?? undefined
      if (!isLast) return true
      counting = undefined
      await copy.close()
      if (spans.length > 0) return true
      await deleteConfirmed()
      return false
    },
    interrupt,
  }
}

/** The rows, by their beginnings, that hold one of these ascending times. */
function rowsOf(times: Float64Array, stepMs: number): number[] {
  const rows: number[] = []
  for (const time of times) {
    const row = Math.floor(time / stepMs) * stepMs
    if (row !== rows.at(-1)) rows.push(row)
  }
  return rows
}
