import type { ProjectDetector } from '../../ports/live-scorer.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { deleteCounted, noteUncounted, readUncounted } from '../ingest/index.ts'
import type { OpenDetector } from './open-detector.ts'

/**
 * Counts lines by template that the detector has not seen, since it does not go back as far. Which these are is kept in the database until they are counted, so
 * that whoever has the project next counts them.
 */
export interface LateLines {
  /** Lines of this time are stored and not counted; the database has that already. */
  note(span: TimeSpan): void
  /** The same of what the database does not have yet. */
  keep(span: TimeSpan): Promise<void>
  /** What was kept since the last time by whoever stores lines. */
  readKept(): Promise<TimeSpan[]>
  /** What was read is counted by the detector, or noted. */
  settleRead(): void
  /** Counts some of them, of rows up to the detector's position; returns whether there are more. */
  countSome(current: OpenDetector): Promise<boolean>
  /** Begins anew with the detector as it is then: rows after its position are counted by itself. */
  interrupt(): Promise<void>
}

const linesAtOnce = 20_000

/** What is being counted: lines up to the cursor are pushed, rows before `from` are counted. */
interface Counting {
  /** A copy of the project's detector, which counts while the detector itself scores. */
  readonly copy: ProjectDetector
  readonly to: number
  cursor: string | undefined
  from: number
}

/** Lines get the templates that the detector knows by then; what has none is counted without one. */
export function createLateLines(ctx: Pick<Context, 'db' | 'points' | 'liveScorer'>, sourceId: string): LateLines {
  const spans: TimeSpan[] = []
  /** Rows of the database: those that were read, and those that are counted when `spans` are. */
  let read: number[] = []
  let settled: number[] = []
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
  const note = (span: TimeSpan): void => {
    const last = spans.at(-1)
    if (last === undefined || span.from > last.to || span.to < last.from) spans.push(span)
    else spans.splice(-1, 1, { from: Math.min(last.from, span.from), to: Math.max(last.to, span.to) })
  }
  const deleteSettled = async (): Promise<void> => {
    const counted = settled
    settled = []
    if (counted.length > 0) await deleteCounted(ctx, sourceId, counted)
  }
  return {
    note,
    async keep(span) {
      settled.push((await noteUncounted(ctx, sourceId, span)).id)
      note(span)
    },
    async readKept() {
      const rows = await readUncounted(ctx, sourceId, [...read, ...settled])
      read.push(...rows.map(({ id }) => id))
      return rows.map(({ fromTime, toTime }) => ({ from: fromTime, to: toTime }))
    },
    settleRead() {
      settled.push(...read)
      read = []
    },
    async countSome(current) {
      const { stepMs } = current.options
      const span = counting === undefined ? spans.shift() : undefined
      if (span !== undefined) counting = await begin(current, span)
      if (counting === undefined) {
        await deleteSettled()
        return false
      }
      const { copy, from, to, cursor } = counting
      const batch = await ctx.points.readLogBatch(sourceId, { from, to }, linesAtOnce, cursor)
      await copy.pushLines(batch)
      const isLast = batch.next === null
      const rows = rowsOf(batch.times, stepMs)
      if (cursor !== undefined && rows[0] !== from) rows.unshift(from)
      // The last row goes on in the next batch
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
      await deleteSettled()
      return false
    },
    interrupt,
  }
}

/** The beginnings of rows that have one of these times, ascending. */
function rowsOf(times: Float64Array, stepMs: number): number[] {
  const rows: number[] = []
  for (const time of times) {
    const row = Math.floor(time / stepMs) * stepMs
    if (row !== rows.at(-1)) rows.push(row)
  }
  return rows
}
