import type { IncidentTimelineEntry } from '@omen/sdk'
import type { Range } from '../../../lib/address/url-codecs.ts'

/** One row of the timeline: what happened to one thing, as one or several marks. */
export interface TimelineRow {
  id: string
  lane: IncidentTimelineEntry['lane']
  name: string
  text: string
  /** When it began. */
  at: number
  /** Null while it continues. */
  end: number | null
  val: number | null
  isNew: boolean
  link: string | null
  /** When it was so, within the time shown and beyond. */
  spans: readonly { from: number; to: number | null; val: number | null }[]
}

/** Changes have come first where several things begin at once: they are what others follow. */
const LANE_ORDER: Record<IncidentTimelineEntry['lane'], number> = { change: 0, log: 1, metric: 2, gap: 3 }

/** Rows by onset; entries of the same thing are one row with several marks. */
export const timelineRows = (entries: readonly IncidentTimelineEntry[]): TimelineRow[] => {
  const groups = Map.groupBy(entries, ({ lane, name, at }) =>
    lane === 'change' ? `${lane} ${name} ${at}` : `${lane} ${name}`,
  )
  const rows = [...groups].map(([id, group]): TimelineRow => {
    const [first] = group.toSorted((a, b) => a.at - b.at)
    const { lane, name, text, at, link } = first!
    const ends = group.map(({ end }) => end)
    return {
      id,
      lane,
      name,
      text,
      at,
      link,
      end: ends.includes(null) ? null : Math.max(...ends.map(Number)),
      val: worst(group.map(({ val }) => val)),
      isNew: group.some(({ isNew }) => isNew),
      spans: group.map((one) => ({ from: one.at, to: one.end, val: one.val })),
    }
  })
  return rows.sort((a, b) => a.at - b.at || LANE_ORDER[a.lane] - LANE_ORDER[b.lane])
}

/** The most severe, with its sign. */
const worst = (vals: readonly (number | null)[]): number | null =>
  vals.reduce<number | null>(
    (largest, val) => (val !== null && (largest === null || Math.abs(val) > Math.abs(largest)) ? val : largest),
    null,
  )

/** A mark on a track, px. */
export interface TimelineMark {
  x: number
  width: number
  val: number | null
}

const MIN_PX = 4

/** Marks of a row on a track of a width; what lies outside the time shown is left out. */
export const timelineMarks = (
  { spans }: Pick<TimelineRow, 'spans'>,
  { from, to }: Range,
  width: number,
  now: number,
): TimelineMark[] => {
  const xOf = (time: number) => Math.max(0, Math.min(width, ((time - from) / Math.max(1, to - from)) * width))
  return spans
    .filter((span) => span.from <= to && (span.to ?? now) >= from)
    .map((span) => {
      const x = Math.min(xOf(span.from), width - MIN_PX)
      return { x, width: Math.max(MIN_PX, xOf(span.to ?? Math.min(now, to)) - x), val: span.val }
    })
}
