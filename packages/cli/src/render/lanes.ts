import type { Gap, Incident, Period } from '@omen/sdk'
import { isLasting, type LiveBoard } from '../results/live-board.ts'

/** What a lane shows in a column: the degree furthest from 0, a gap, or nothing; undefined where nothing was scored. */
export type LaneCell = { readonly val: number } | 'down' | 'gap' | 'quiet' | undefined

/** Findings of one instance in time. */
export interface Lane {
  readonly instance: string
  readonly cells: readonly LaneCell[]
  /** Severity of its worst period, 0 to 10, with its sign; null where only samples are missing. */
  readonly worst: number | null
  readonly isOpen: boolean
}

/** Columns of equal length from `from` to `to`. */
export interface LaneSpan {
  readonly from: number
  readonly to: number
  readonly columns: number
}

/** The degree of the whole project in each column. */
export function overallLane({ degrees, head }: LiveBoard, span: LaneSpan): LaneCell[] {
  const cells = new Array<LaneCell>(span.columns).fill(undefined)
  for (const [time, degree] of degrees) {
    if (degree === null) continue
    fill(cells, span, { start: time, end: time + head.stepMs }, (cell) =>
      worse(cell, Math.abs(degree) > 1 ? { val: degree } : 'quiet'),
    )
  }
  return cells
}

/** A lane for each instance with findings, the worst first: open ones before those that are over. */
export function lanesOf(board: LiveBoard, span: LaneSpan): Lane[] {
  const { periods, gaps, stepMs } = board.head
  const lanes = new Map<string, { cells: LaneCell[]; worst: number | null; isOpen: boolean }>()
  const add = (finding: Period | Gap, seriesIds: readonly string[], cell: LaneCell, val: number | null): void => {
    const isOpen = isLasting(finding)
    const end = isOpen ? span.to : finding.end + stepMs
    if (end <= span.from) return
    for (const instance of new Set(seriesIds.map((id) => instanceOf(board, id)))) {
      const lane = lanes.get(instance) ?? {
        cells: new Array<LaneCell>(span.columns).fill('quiet'),
        worst: null,
        isOpen: false,
      }
      lanes.set(instance, lane)
      fill(lane.cells, span, { start: finding.start, end }, (before) => worse(before, cell))
      if (val !== null && Math.abs(val) > Math.abs(lane.worst ?? 0)) lane.worst = val
      lane.isOpen ||= isOpen
    }
  }
  for (const period of periods) {
    const ids = period.series.map(({ seriesId }) => seriesId)
    const isDown = period.kind === 'down' || period.val === -Math.PI
    if (isDown) add(period, ids, 'down', -10)
    else add(period, ids, { val: period.val }, period.val)
  }
  for (const gap of gaps) add(gap, gap.seriesIds, 'gap', null)
  return [...lanes]
    .map(([instance, lane]) => ({ instance, ...lane }))
    .sort(
      (a, b) =>
        Number(b.isOpen) - Number(a.isOpen) ||
        Math.abs(b.worst ?? 0) - Math.abs(a.worst ?? 0) ||
        a.instance.localeCompare(b.instance),
    )
}

/** Those that last and those that are over since `from`, the worst first. */
export function incidentsOf({ head }: LiveBoard, from: number): { open: Incident[]; over: Incident[] } {
  const worstFirst = [...head.incidents].sort((a, b) => degreeOf(b) - degreeOf(a) || b.start - a.start)
  return {
    open: worstFirst.filter(isLasting),
    over: worstFirst.filter((one) => !isLasting(one) && one.end >= from).sort((a, b) => b.end - a.end),
  }
}

function degreeOf({ val, kind }: Incident): number {
  return kind === 'down' ? 10 : Math.abs(val ?? 0)
}

/** The instance of a series; of one that no answer held, from its name, `metric[instance]`. */
function instanceOf({ names }: LiveBoard, seriesId: string): string {
  return names.get(seriesId)?.instance || (/\[([^\]]+)\]$/.exec(seriesId)?.[1] ?? seriesId)
}

function fill(
  cells: LaneCell[],
  { from, to, columns }: LaneSpan,
  { start, end }: { start: number; end: number },
  change: (cell: LaneCell) => LaneCell,
): void {
  if (end <= from || start >= to) return
  const columnMs = (to - from) / columns
  const first = Math.max(0, Math.floor((start - from) / columnMs))
  const last = Math.min(columns - 1, Math.max(first, Math.ceil((end - from) / columnMs) - 1))
  for (let at = first; at <= last; at++) cells[at] = change(cells[at])
}

function worse(a: LaneCell, b: LaneCell): LaneCell {
  return rank(b) > rank(a) ? b : a
}

function rank(cell: LaneCell): number {
  if (cell === undefined) return -2
  if (cell === 'quiet') return -1
  if (cell === 'gap') return 0
  return cell === 'down' ? 10 : Math.abs(cell.val)
}
