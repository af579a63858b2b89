import type { TimeSpan } from '../../ports/point-store.ts'
import type { LiveSession } from './live-session.ts'
import type { OpenDetector } from './open-detector.ts'

/** Rows of history are about so far apart, or the sampling interval if that is longer. At five minutes, the jobs of an hour that last two were missed. */
const ROW_MS = 60_000
/** The last cells before the rows that are scored are learned at the sampling interval, in about two seconds: jobs shorter than a minute are among them. */
const MAX_FINE_CELLS = 500_000
/** Cells that are learned at a time: the rows of other projects wait for half a second. */
const CELLS_AT_ONCE = 150_000

/** Rows of a history, `rowMs` apart. */
export interface Stretch extends TimeSpan {
  readonly rowMs: number
}

/** The rows of a history to be learned next. Their times are multiples of their interval. */
export function nextStretch({ from, to }: TimeSpan, intervalMs: number, seriesCount: number): Stretch {
  const coarseMs = Math.ceil(ROW_MS / intervalMs) * intervalMs
  const coarseFrom = Math.ceil(from / coarseMs) * coarseMs
  const coarseTo = Math.floor((to - (MAX_FINE_CELLS / seriesCount) * intervalMs) / coarseMs) * coarseMs
  const isCoarse = from === coarseFrom && from < coarseTo
  const rowMs = isCoarse ? coarseMs : intervalMs
  const end = isCoarse ? coarseTo : from < coarseFrom && coarseFrom < coarseTo ? coarseFrom : to
  const rows = Math.max(1, Math.floor(CELLS_AT_ONCE / seriesCount))
  return { from, to: Math.min(end, from + rows * rowMs), rowMs }
}

/** Learns the history before the first row that is scored, up to the end of the last complete row. */
export async function learnHistory(session: LiveSession, open: OpenDetector, complete: number): Promise<void> {
  const { ctx, sourceId } = session
  const { numbers, detector, options } = open
  while (open.history !== undefined && !session.hasEnded) {
    const { from, to } = open.history
    const arrived = Math.min(to, complete)
    if (from >= arrived) return
    // What has not arrived yet counts as well: the interval is that of the whole history
    const stretch = nextStretch({ from, to }, options.stepMs, numbers.length)
    const end = Math.min(stretch.to, Math.floor(arrived / stretch.rowMs) * stretch.rowMs)
    if (from >= end) return
    await ctx.points.settle(sourceId)
    const rows = await ctx.points.readGrid(sourceId, numbers, { from, to: end }, stretch.rowMs)
    await detector.learn(rows, stretch.rowMs)
    open.history = end < to ? { from: end, to } : undefined
  }
}
