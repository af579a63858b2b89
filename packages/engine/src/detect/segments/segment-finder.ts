import { ONSET_ROWS } from '../find-onset.ts'
import { nearlyFlagged } from '../find-runs.ts'
import type { ModelType } from '../model-type.ts'
import type { Segment } from './segment.ts'

/** A gap, by its rows in the file; `toRow` is exclusive. */
export type SilentRows = { readonly fromRow: number; readonly toRow: number }

/** `rowsAtOnce`: a file of no more rows is one segment; longer segments are cut after so many. */
export type SegmentOptions = {
  readonly modelType: ModelType
  readonly pvalue: number
  readonly cvalue: number
  readonly rowsAtOnce: number
}

/** Finds the segments of a file whose scores come chunk by chunk: the segments in which a period can lie. */
export type SegmentFinder = {
  /** Takes the joint probabilities of the rows that follow (NaN where nothing was observed); answers the segments that they complete, which only a gap can still change. */
  add(probability: Float64Array): Segment[]
  /** No segment that `add` has still to answer begins before this row. */
  neededFrom(): number
  /** All segments of the file, in their order. */
  end(gaps: readonly SilentRows[]): Segment[]
}

/** Rows on either side. */
const MARGIN = 1

/**
 * A segment holds `cvalue` flagged rows close together, or what is known to be silent, and a row on either side; before flagged
 * rows as many as may be their onset, up to the segment before. A period bridges rows that are nearly flagged, and missing ones.
 */
export function createSegmentFinder(options: SegmentOptions): SegmentFinder {
  const { cvalue, rowsAtOnce } = options
  const threshold = options.modelType === 'DBScan' ? 2 : 1 - options.pvalue
  const bridged = nearlyFlagged(threshold)
  const around = (from: number, to: number): Segment => ({ from: Math.max(0, from - MARGIN), to: to + MARGIN })
  const segments: Segment[] = []
  let rows = 0
  let run = { from: -1, flagged: 0 }
  /** What was answered last: a segment, and the row up to which. */
  let answered = { segment: 0, to: 0 }

  const see = (p: number, row: number): void => {
    if (Number.isNaN(p)) return
    if (p < threshold) {
      if (run.flagged === 0) run.from = row
      run.flagged++
      if (isGrowing()) grow(around(run.from, row + 1))
    } else if (run.flagged > 0 && !(p < bridged)) run = { from: -1, flagged: 0 }
  }
  const grow = ({ from, to }: Segment): void => {
    const last = segments.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else segments.push({ from: onsetOf(from + MARGIN, last), to })
  }
  const onsetOf = (row: number, last: Segment | undefined): number => Math.max(last?.to ?? 0, row - ONSET_ROWS)
  const isGrowing = (): boolean => run.flagged >= cvalue
  /** Segments that are not known yet begin here or later. */
  const undecided = (): number => (run.flagged > 0 && !isGrowing() ? run.from : rows) - MARGIN

  const takeCompleted = (): Segment[] => {
    if (rows <= rowsAtOnce) return []
    const taken: Segment[] = []
    for (; answered.segment < segments.length; answered = { segment: answered.segment + 1, to: 0 }) {
      const { from, to } = segments[answered.segment]!
      const isLast = answered.segment === segments.length - 1
      const isComplete = !isLast || (!isGrowing() && to < undecided())
      const parts = cut({ from: Math.max(from, answered.to), to: Math.min(to, rows) }, rowsAtOnce)
      const known = isComplete ? parts : parts.filter((part) => part.to - part.from === rowsAtOnce)
      taken.push(...known)
      answered.to = known.at(-1)?.to ?? answered.to
      if (!isComplete) break
    }
    return taken
  }

  return {
    add(probability) {
      for (let index = 0; index < probability.length; index++) see(probability[index]!, rows + index)
      rows += probability.length
      return takeCompleted()
    },
    neededFrom() {
      if (rows <= rowsAtOnce) return 0
      const begun = segments[answered.segment]
      const next = onsetOf(undecided() + MARGIN, segments.at(-1))
      return Math.min(next, begun ? Math.max(begun.from, answered.to) : rows)
    },
    end(gaps) {
      if (rows <= rowsAtOnce) return rows > 0 ? [{ from: 0, to: rows }] : []
      const silent = gaps.map(({ fromRow, toRow }) => around(fromRow, toRow))
      const whole: Segment[] = []
      for (const segment of [...segments, ...silent].sort((a, b) => a.from - b.from)) join(whole, segment)
      return whole.flatMap(({ from, to }) => cut({ from, to: Math.min(to, rows) }, rowsAtOnce))
    },
  }
}

/** Adds a segment that begins where the last one begins, or after; one that begins where that ends stays apart. */
function join(segments: Segment[], { from, to }: Segment): void {
  const last = segments.at(-1)
  if (last && from < last.to) segments[segments.length - 1] = { from: last.from, to: Math.max(last.to, to) }
  else segments.push({ from, to })
}

function cut({ from, to }: Segment, rowsAtOnce: number): Segment[] {
  const parts: Segment[] = []
  for (let at = from; at < to; at += rowsAtOnce) parts.push({ from: at, to: Math.min(to, at + rowsAtOnce) })
  return parts
}
