import { flagsAt, type PlacedFlags, placeFlags } from '../flags/place-flags.ts'
import { highlightPriority, severityColor } from '../highlight/highlight-color.ts'
import type { ChartFlag, TimeDomain } from '../model/chart-types.ts'
import { PLOT_SIDES } from '../plot/plot-sides.ts'
import { labelledTimeTicks, type TimeTick } from '../time/tick-labels.ts'
import { textWidth } from '../value/text-width.ts'
import type { Lane, LaneFinding, LaneGap, LanesLayout, LanesProps } from './lane-types.ts'

const DEFAULT_LAYOUT: LanesLayout = { ...PLOT_SIDES, rowHeight: 20, overallHeight: 18 }
export const LABEL_FONT_SIZE = 12
export const LABEL_GAP = 8
/** On a narrower drawing names get no more room than the labels of a chart. */
const WIDE_PX = 600
const MAX_LABEL_SHARE = 0.2
const MAX_LABEL_PX = 160
/** In some fonts names are wider than the estimate. */
const WIDE_FONT = 1.08
export const TRACK_HEIGHT = 14
export const LANE_FONT_SIZE = 11
const OVERALL_GAP = 6
const TOP = 10
const AXIS_HEIGHT = 22
const CELL_WIDTH = 5
const CELL_GAP = 0.75
const NUMBER_SIZE = 16
const NUMBER_GAP = 4
/** Larger numbers have no room in their circle. */
const MAX_NUMBER = 99
const EDGE_GAP = 3
/** Between a tick and its text, and between texts. */
const TICK_TEXT_GAP = 4
export const TICK_GAP = 10
const MIN_FRAME = 14

/** The box of one finding in a lane, cut into cells of 5 px. */
export interface LaneBox {
  x: number
  width: number
  color: string
  finding: LaneFinding
  isSelected: boolean
}

export interface LaneNumber {
  x: number
  number: number
  id: string
  isSelected: boolean
}

export interface LaneRow {
  lane: Lane
  /** Centre of the row. */
  y: number
  boxes: readonly LaneBox[]
  numbers: readonly LaneNumber[]
  isSelected: boolean
}

export interface LanesModel {
  width: number
  height: number
  left: number
  plotWidth: number
  domain: TimeDomain
  rows: readonly LaneRow[]
  rowHeight: number
  overallHeight: number
  /** Where the rows begin and end. */
  top: number
  bottom: number
  /** Share of the lanes with a finding, or that given, by column; its baseline. */
  overall: readonly { x: number; share: number }[]
  overallBase: number
  /** From this cell on findings may still change; infinite where none may. */
  provisionalX: number
  /** The time to come; null where none is shown. */
  forecast: { x: number; width: number } | null
  gaps: readonly { x: number; width: number; gap: LaneGap; isSelected: boolean }[]
  frame: { x: number; width: number } | null
  /** Flags that would touch stand as one. */
  flags: readonly PlacedFlags[]
  ticks: readonly TimeTick[]
  /** What is written below them. */
  tickTexts: readonly { x: number; text: string }[]
  xOf: (t: number) => number
  timeAt: (x: number) => number
}

/** Height above the first lane. */
function headHeight({ overallHeight }: LanesLayout): number {
  return overallHeight === 0 ? 0 : TOP + overallHeight + OVERALL_GAP
}

function lanesHeight(laneCount: number, layout: LanesLayout): number {
  return headHeight(layout) + laneCount * layout.rowHeight + (layout.axisHeight ?? AXIS_HEIGHT)
}

/** How many lanes a height has room for, at least one. */
export function lanesThatFit(height: number, layout: LanesLayout = DEFAULT_LAYOUT): number {
  return Math.max(1, Math.floor((height - lanesHeight(0, layout)) / layout.rowHeight))
}

/** Room at the left for the names of lanes, px: as much as the longest needs, within a part of the width. */
function labelRoom(lanes: readonly Lane[], width: number): number {
  if (width < WIDE_PX) return PLOT_SIDES.left
  const longest = WIDE_FONT * Math.max(0, ...lanes.map(({ label }) => textWidth(label, LABEL_FONT_SIZE)))
  const max = Math.min(MAX_LABEL_PX, MAX_LABEL_SHARE * width)
  return Math.round(Math.max(PLOT_SIDES.left, Math.min(max, longest + LABEL_GAP)))
}

/** Everything that lanes of a width show. A finding of their time has at least one cell at any zoom; nothing else is coloured. */
export function lanesModel(props: LanesProps, width: number): LanesModel {
  const { lanes, domain, selectedId = null, stepMs = 0, gaps = [] } = props
  const layout = props.layout ?? { ...DEFAULT_LAYOUT, left: labelRoom(lanes, width) }
  const { left, right, rowHeight, overallHeight } = layout
  const plotWidth = Math.max(10, width - left - right)
  const span = Math.max(1, domain.to - domain.from)
  const xOf = (t: number) => ((t - domain.from) / span) * plotWidth
  const top = headHeight(layout)
  const boxOf = (start: number, end: number) => cellsOf(xOf(start), xOf(end + stepMs), plotWidth)
  const isShown = (one: { start: number; end: number }) => one.start <= domain.to && one.end + stepMs >= domain.from
  const placed = gaps
    .filter(isShown)
    .map((gap) => ({ ...boxOf(gap.start, gap.end), gap, isSelected: gap.id === selectedId }))
  const frame = frameOf(props, xOf, plotWidth)
  const rows = lanes.map((lane, index): LaneRow => {
    const boxes = lane.findings
      .filter(isShown)
      .map((finding) => ({
        ...boxOf(finding.start, finding.end),
        color: severityColor(finding.val ?? 0),
        finding,
        isSelected: finding.id === selectedId,
      }))
      // The most severe is drawn last, over others in the same cell; the selected one over all.
      .sort((a, b) => Number(a.isSelected) - Number(b.isSelected) || priority(a.finding) - priority(b.finding))
    return {
      lane,
      y: top + (index + 0.5) * rowHeight,
      boxes,
      numbers: placeNumbers(boxes, plotWidth, frame),
      isSelected: boxes.some((box) => box.isSelected),
    }
  })
  return {
    width,
    height: lanesHeight(lanes.length, layout),
    left,
    plotWidth,
    domain,
    rows,
    top,
    xOf,
    rowHeight,
    overallHeight,
    bottom: top + lanes.length * rowHeight,
    overall: props.overall ? givenShare(props.overall, plotWidth) : overallShare(rows, plotWidth),
    overallBase: TOP + overallHeight,
    provisionalX: provisionalX(props, xOf),
    forecast: forecastOf(props, xOf, plotWidth),
    gaps: placed,
    frame,
    flags: overallHeight === 0 ? [] : placeFlags(props.flags ?? [], domain, xOf),
    ticks: laneTicks(props, plotWidth),
    tickTexts: layout.axisHeight === 0 ? [] : laneTickTexts(props, plotWidth),
    timeAt: (x) => domain.from + (x / plotWidth) * span,
  }
}

function laneTicks({ domain, locale = 'en', timeZone = 'UTC' }: LaneTime, plotWidth: number): TimeTick[] {
  return labelledTimeTicks({ domain, width: plotWidth, locale, timeZone, fontSize: LANE_FONT_SIZE })
}

type LaneTime = Pick<LanesProps, 'domain' | 'locale' | 'timeZone'>

/** One level of labels, of which none leaves the plot or touches the next. */
export function laneTickTexts(time: LaneTime, plotWidth: number): { x: number; text: string }[] {
  const texts: { x: number; text: string }[] = []
  let end = 0
  for (const { x: tick, alone: text } of laneTicks(time, plotWidth)) {
    const x = tick + TICK_TEXT_GAP
    const width = textWidth(text, LANE_FONT_SIZE)
    if (x < end || x + width > plotWidth) continue
    texts.push({ x, text })
    end = x + width + TICK_GAP
  }
  return texts
}

/** The left edge of the first cell that is not over. */
function provisionalX({ provisionalFrom }: LanesProps, xOf: (t: number) => number): number {
  return provisionalFrom === undefined
    ? Number.POSITIVE_INFINITY
    : Math.floor(xOf(provisionalFrom) / CELL_WIDTH) * CELL_WIDTH
}

function forecastOf({ forecastFrom, domain }: LanesProps, xOf: (t: number) => number, plotWidth: number) {
  if (forecastFrom === undefined || forecastFrom >= domain.to) return null
  const x = Math.max(0, xOf(forecastFrom))
  return { x, width: plotWidth - x }
}

function priority({ val }: LaneFinding): number {
  return val === null ? -1 : highlightPriority({ val })
}

/** Whole cells, at least one, inside the plot. */
function cellsOf(from: number, to: number, plotWidth: number): { x: number; width: number } {
  const last = Math.max(0, Math.floor(plotWidth / CELL_WIDTH) - 1)
  const first = Math.max(0, Math.min(last, Math.floor(from / CELL_WIDTH)))
  const end = Math.max(first + 1, Math.min(last + 1, Math.ceil(to / CELL_WIDTH - 1e-6)))
  return { x: first * CELL_WIDTH, width: (end - first) * CELL_WIDTH }
}

/** Left edges of the cells of a box, and their width. */
export function cellsIn(box: { x: number; width: number }): { x: number; width: number }[] {
  const count = Math.round(box.width / CELL_WIDTH)
  return Array.from({ length: count }, (_, index) => ({
    x: box.x + index * CELL_WIDTH,
    width: CELL_WIDTH - (index < count - 1 ? CELL_GAP : 0),
  }))
}

/**
 * A number after each box, and after the frame where that would cut it; before the box at the right edge. One that would cover a more
 * severe finding's is left out.
 */
function placeNumbers(boxes: readonly LaneBox[], plotWidth: number, frame: LanesModel['frame']): LaneNumber[] {
  const numbers: LaneNumber[] = []
  const known = new Set<string>()
  for (const { x, width, finding, isSelected } of boxes.toReversed()) {
    if (finding.number === null || finding.number > MAX_NUMBER || known.has(finding.id)) continue
    const extent = extentOf({ x, width, finding }, boxes)
    const after = beyondEdge(extent.x + extent.width + NUMBER_GAP, frame)
    const left = after + NUMBER_SIZE > plotWidth ? extent.x - NUMBER_GAP - NUMBER_SIZE : after
    const covers = (from: number, length: number) => left < from + length && left + NUMBER_SIZE > from
    const isFree =
      left >= 0 &&
      numbers.every((other) => !covers(other.x - NUMBER_SIZE / 2, NUMBER_SIZE)) &&
      boxes.every((other) => other.finding.id === finding.id || !covers(other.x, other.width))
    if (!isFree) continue
    known.add(finding.id)
    numbers.push({ x: left + NUMBER_SIZE / 2, number: finding.number, id: finding.id, isSelected })
  }
  return numbers
}

/** A box with those of the same incident that touch it. */
function extentOf(
  { x, width, finding }: Pick<LaneBox, 'x' | 'width' | 'finding'>,
  boxes: readonly LaneBox[],
): { x: number; width: number } {
  let [from, to] = [x, x + width]
  const own = boxes.filter((box) => box.finding.id === finding.id).sort((a, b) => a.x - b.x)
  for (const box of own) if (box.x <= to && box.x + box.width >= from) to = Math.max(to, box.x + box.width)
  for (const box of own.toReversed()) if (box.x + box.width >= from && box.x <= to) from = Math.min(from, box.x)
  return { x: from, width: to - from }
}

/** Where a number stands whose place the right edge of the frame would cut. */
function beyondEdge(left: number, frame: LanesModel['frame']): number {
  const edge = frame === null ? Number.NEGATIVE_INFINITY : frame.x + frame.width
  return left < edge + EDGE_GAP && left + NUMBER_SIZE > edge ? edge + EDGE_GAP : left
}

function overallShare(rows: readonly LaneRow[], plotWidth: number): { x: number; share: number }[] {
  const counts = new Array<number>(Math.max(1, Math.floor(plotWidth / CELL_WIDTH))).fill(0)
  for (const { boxes } of rows) {
    const columns = new Set<number>()
    for (const { x, width, finding } of boxes)
      if (finding.val !== null)
        for (let column = x / CELL_WIDTH; column < (x + width) / CELL_WIDTH; column++) columns.add(column)
    for (const column of columns) counts[column]! += 1
  }
  return counts.map((count, column) => ({ x: column * CELL_WIDTH, share: count / Math.max(1, rows.length) }))
}

/** The largest of the shares that touch a column. */
function givenShare(shares: readonly number[], plotWidth: number): { x: number; share: number }[] {
  const columns = Math.max(1, Math.floor(plotWidth / CELL_WIDTH))
  return Array.from({ length: columns }, (_, column) => {
    const first = Math.floor((column / columns) * shares.length)
    const past = Math.max(first + 1, Math.ceil(((column + 1) / columns) * shares.length))
    return { x: column * CELL_WIDTH, share: Math.max(0, ...shares.slice(first, past)) }
  })
}

function frameOf({ shown, domain }: LanesProps, xOf: (t: number) => number, plotWidth: number) {
  if (!shown || (shown.from <= domain.from && shown.to >= domain.to)) return null
  const [from, to] = [Math.max(0, xOf(shown.from)), Math.min(plotWidth, xOf(shown.to))]
  const width = Math.max(MIN_FRAME, to - from)
  return { x: Math.max(0, Math.min(plotWidth - width, (from + to - width) / 2)), width }
}

/** What lies under a point of the drawing: a finding before a gap; null for an empty place. Flags stand over the lanes. */
export function laneHit(
  model: LanesModel,
  x: number,
  y: number,
): { lane: Lane | null; id: string | null; finding: LaneFinding | null; flags: readonly ChartFlag[] } {
  const row = model.rows.find((one) => Math.abs(y - one.y) <= model.rowHeight / 2)
  const at = x - model.left
  const near = (box: { x: number; width: number }) => at >= box.x - 2 && at <= box.x + box.width + 2
  const box = row?.boxes.toReversed().find(near)
  const number = row?.numbers.find((one) => Math.abs(one.x - at) <= NUMBER_SIZE / 2)
  const gap = model.gaps.find(near)
  const finding = box?.finding ?? row?.lane.findings.find(({ id }) => id === number?.id) ?? null
  const flags = y < model.top ? flagsAt(model.flags, at) : []
  const id = finding?.id ?? gap?.gap.id ?? null
  return { lane: row?.lane ?? null, id: flags.length > 0 ? null : id, finding, flags }
}
