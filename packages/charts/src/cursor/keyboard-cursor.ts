import type { ChartLine, ChartSelection, Highlight, TimeDomain } from '../model/chart-types.ts'
import { lowerBound, nearestIndex } from '../model/sample-lookup.ts'
import { scaleDomain } from '../zoom/zoom-stack.ts'

export interface CursorContext {
  lines: readonly ChartLine[]
  highlights: readonly Highlight[]
  domain: TimeDomain
  selection: ChartSelection | null
  /** The key is held: zooms in small steps. */
  isHeld?: boolean | undefined
}

/** The action of a key; null for keys that the chart does not handle. */
export type CursorAction =
  | { kind: 'move'; selection: ChartSelection }
  | { kind: 'period'; selection: ChartSelection; highlight: Highlight }
  | { kind: 'choose'; highlight: Highlight }
  | { kind: 'zoom'; domain: TimeDomain }
  | { kind: 'back' }
  | { kind: 'stay' }

const ZOOM_FACTOR = 0.5
/** Some thirty times a second while a key is held. */
const HELD_ZOOM_FACTOR = 0.94
/** Keys that zoom. */
export const ZOOM_KEYS: ReadonlySet<string> = new Set(['+', '=', '-', '_'])
const PAGE = 10

/** Translates a key press into an action on the cursor; pure, the chart applies it. */
export function cursorAction(key: string, context: CursorContext): CursorAction | null {
  switch (key) {
    case 'ArrowLeft':
      return moveBy(context, -1)
    case 'ArrowRight':
      return moveBy(context, 1)
    case 'PageUp':
      return moveBy(context, -PAGE)
    case 'PageDown':
      return moveBy(context, PAGE)
    case 'Home':
      return moveTo(context, context.domain.from)
    case 'End':
      return moveTo(context, context.domain.to)
    case 'ArrowUp':
      return switchLine(context, -1)
    case 'ArrowDown':
      return switchLine(context, 1)
    case '[':
      return toPeriod(context, -1)
    case ']':
      return toPeriod(context, 1)
    case '+':
    case '=':
      return { kind: 'zoom', domain: scaleDomain(context.domain, centre(context), zoomFactor(context)) }
    case '-':
    case '_':
      return { kind: 'zoom', domain: scaleDomain(context.domain, centre(context), 1 / zoomFactor(context)) }
    case 'Enter':
      return choosePeriod(context)
    case 'Escape':
      return { kind: 'back' }
    default:
      return null
  }
}

function zoomFactor({ isHeld = false }: CursorContext): number {
  return isHeld ? HELD_ZOOM_FACTOR : ZOOM_FACTOR
}

function activeLine({ lines, selection }: CursorContext): ChartLine | undefined {
  return (
    lines.find((line) => line.id === selection?.seriesName) ??
    lines.find((line) => line.flagged?.length) ??
    lines.find((line) => line.tone !== 'peer') ??
    lines[0]
  )
}

function centre({ selection, domain }: CursorContext): number {
  const x = selection?.x
  return x !== undefined && x >= domain.from && x <= domain.to ? x : (domain.from + domain.to) / 2
}

/** First and last sample of a line inside the domain. */
function bounds(line: ChartLine, domain: TimeDomain): [number, number] {
  const first = lowerBound(line.times, domain.from)
  let last = lowerBound(line.times, domain.to)
  if (last === line.times.length || line.times[last]! > domain.to) last--
  return [first, Math.max(first, last)]
}

function at(line: ChartLine, index: number): CursorAction {
  return { kind: 'move', selection: { x: line.times[index]!, seriesName: line.id } }
}

function moveBy(context: CursorContext, by: number): CursorAction {
  const line = activeLine(context)
  if (!line || line.times.length === 0) return { kind: 'stay' }
  const [first, last] = bounds(line, context.domain)
  if (first >= line.times.length) return { kind: 'stay' }
  // Without a cursor, the first step starts at the edge it comes from.
  if (!context.selection) return at(line, by > 0 ? first : last)
  const now = nearestIndex(line.times, context.selection.x)
  return at(line, Math.max(first, Math.min(last, now + by)))
}

function moveTo(context: CursorContext, t: number): CursorAction {
  const line = activeLine(context)
  if (!line || line.times.length === 0) return { kind: 'stay' }
  const [first, last] = bounds(line, context.domain)
  return at(line, Math.max(0, Math.min(line.times.length - 1, t <= context.domain.from ? first : last)))
}

function switchLine(context: CursorContext, by: number): CursorAction {
  const { lines } = context
  const line = activeLine(context)
  if (!line) return { kind: 'stay' }
  const next = lines[(lines.indexOf(line) + by + lines.length) % lines.length]!
  if (next.times.length === 0) return { kind: 'stay' }
  return at(next, nearestIndex(next.times, centre(context)))
}

function toPeriod(context: CursorContext, direction: 1 | -1): CursorAction {
  const ordered = context.highlights.toSorted((a, b) => a.start - b.start)
  const from = context.selection?.x ?? (direction > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY)
  const highlight =
    direction > 0 ? ordered.find((h) => h.start > from) : ordered.findLast((h) => h.end < from || h.start < from)
  if (!highlight) return { kind: 'stay' }
  const seriesName = activeLine(context)?.id ?? ''
  return { kind: 'period', highlight, selection: { x: highlight.start, seriesName } }
}

function choosePeriod(context: CursorContext): CursorAction {
  const highlight = context.selection && periodAt(context.highlights, context.selection.x)
  return highlight ? { kind: 'choose', highlight } : { kind: 'stay' }
}

/** The shortest period that covers a moment: the most specific one. */
export function periodAt(highlights: readonly Highlight[], t: number): Highlight | null {
  const covering = highlights.filter((h) => h.start <= t && t <= h.end)
  return covering.toSorted((a, b) => a.end - a.start - (b.end - b.start))[0] ?? null
}
