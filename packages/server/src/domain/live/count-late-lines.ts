import type { LiveSession } from '../../ports/live-scorer.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import type { OpenDetector } from './open-detector.ts'

/** Counts lines by template that the detector has not seen, since it does not go back as far. */
export interface LateLines {
  /** Lines of this time are stored and not counted. */
  note(span: TimeSpan): void
  /** Counts some of them, of rows up to the detector's position; returns whether there are more. */
  countSome(current: OpenDetector): Promise<boolean>
  /** Begins anew with the detector as it is then: rows after its position are counted by itself. */
  interrupt(): Promise<void>
}

const linesAtOnce = 20_000

/** What is being counted: lines up to the cursor are pushed, rows before `from` are counted. */
interface Counting {
  readonly session: LiveSession
  readonly to: number
  cursor: string | undefined
  from: number
}

/** Lines get the templates that the detector knows by then; what has none is counted without one. */
export function createLateLines(ctx: Pick<Context, 'points' | 'liveScorer'>, sourceId: string): LateLines {
  const spans: TimeSpan[] = []
  let counting: Counting | undefined

  const begin = async ({ detector, options, position }: OpenDetector, { from, to }: TimeSpan): Promise<Counting> => {
    const { stepMs } = options
    const session = await ctx.liveScorer.open({ ...options, ofLogs: true }, { state: await detector.save() })
    const end = Math.min(Math.ceil(to / stepMs) * stepMs, position + stepMs)
    return { session, to: end, cursor: undefined, from: Math.floor(from / stepMs) * stepMs }
  }
  const interrupt = async (): Promise<void> => {
    if (counting === undefined) return
    const { session, from, to } = counting
    counting = undefined
    spans.unshift({ from, to })
    await session.close()
  }
  return {
    note(span) {
      const last = spans.at(-1)
      if (last === undefined || span.from > last.to || span.to < last.from) spans.push(span)
      else spans.splice(-1, 1, { from: Math.min(last.from, span.from), to: Math.max(last.to, span.to) })
    },
    async countSome(current) {
      const { stepMs } = current.options
      const span = counting === undefined ? spans.shift() : undefined
      if (span !== undefined) counting = await begin(current, span)
      if (counting === undefined) return false
      const { session, from, to, cursor } = counting
      const batch = await ctx.points.readLogBatch(sourceId, { from, to }, linesAtOnce, cursor)
      await session.pushLines(batch)
      const isLast = batch.next === null
      const rows = rowsOf(batch.times, stepMs)
      if (cursor !== undefined && rows[0] !== from) rows.unshift(from)
      // The last row goes on in the next batch
      const next = isLast ? to : rows.pop()!
      const counts = await session.countLogRows(Float64Array.from(rows))
      await ctx.points.deleteLogCounts(sourceId, { from, to: next })
      await ctx.points.appendLogCounts(sourceId, counts)
      counting.from = next
      counting.cursor = batch.next ?? undefined
      if (!isLast) return true
      counting = undefined
      await session.close()
      return spans.length > 0
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
