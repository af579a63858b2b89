import type { Highlight } from '../model/chart-types.ts'
import { highlightColor, highlightPriority } from './highlight-color.ts'

export const BAR_HEIGHT = 12
export const MIN_BAR_WIDTH = 5
const MIN_BAR_GAP = 5

/** One mark in the strip at the top edge; stands for one period or for several that are too close to be distinguished. */
export interface HighlightBar {
  x: number
  width: number
  color: string
  isMissingValue: boolean
  isBelow: boolean
  /** The most severe member: its colour and direction are shown. */
  worst: Highlight
  members: readonly Highlight[]
}

interface Box {
  x: number
  end: number
  members: Highlight[]
}

/** The drawable box of one period: inside the plot, never narrower than 5 px. */
function boxOf(highlight: Highlight, xOf: (t: number) => number, plotWidth: number): Box {
  const left = Math.max(0, xOf(Math.min(highlight.start, highlight.end)))
  const right = Math.min(plotWidth, xOf(Math.max(highlight.start, highlight.end)))
  const width = Math.max(MIN_BAR_WIDTH, right - left)
  const centred = right - left < MIN_BAR_WIDTH ? (left + right - width) / 2 : left
  const x = Math.max(0, Math.min(plotWidth - width, centred))
  return { x, end: x + width, members: [highlight] }
}

function toBar(box: Box): HighlightBar {
  const worst = box.members.reduce((a, b) => (highlightPriority(b) > highlightPriority(a) ? b : a))
  return {
    x: box.x,
    width: box.end - box.x,
    color: highlightColor(worst),
    isMissingValue: worst.isMissingValue === true,
    isBelow: worst.val < 0,
    worst,
    members: box.members,
  }
}

/** Lays periods out as bars; those closer than 5 px become one bar with several members. */
export function mergeHighlights(
  highlights: readonly Highlight[],
  xOf: (t: number) => number,
  plotWidth: number,
): HighlightBar[] {
  const boxes = highlights
    .filter((h) => xOf(Math.max(h.start, h.end)) >= 0 && xOf(Math.min(h.start, h.end)) <= plotWidth)
    .map((h) => boxOf(h, xOf, plotWidth))
    .sort((a, b) => a.x - b.x)
  const merged: Box[] = []
  for (const box of boxes) {
    const last = merged.at(-1)
    if (last && box.x - last.end < MIN_BAR_GAP) {
      last.end = Math.max(last.end, box.end)
      last.members.push(...box.members)
    } else merged.push(box)
  }
  return merged.map(toBar)
}

/** The bar under a point of the strip; each bar has a few pixels of margin for touch. */
export function barAt(bars: readonly HighlightBar[], x: number, y: number): HighlightBar | null {
  if (y < -18 || y > BAR_HEIGHT + 3) return null
  return bars.find((bar) => x >= bar.x - 2 && x <= bar.x + bar.width + 2) ?? null
}
