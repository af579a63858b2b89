import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useRef,
  useState,
} from 'react'
import { describeMoment, describePeriod, type Speech } from '../cursor/describe-moment.ts'
import { cursorAction, periodAt, ZOOM_KEYS } from '../cursor/keyboard-cursor.ts'
import { momentFlags } from '../cursor/moment-flags.ts'
import { nearestLine } from '../cursor/nearest-line.ts'
import { readMoment } from '../cursor/read-moment.ts'
import { barAt, type HighlightBar } from '../highlight/highlight-merge.ts'
import type { ChartSelection, Highlight, TimeDomain } from '../model/chart-types.ts'
import type { PlotModel } from '../plot/plot-model.ts'
import { formatTime } from '../time/format-time.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'
import { clampDomain, type ZoomSource } from '../zoom/zoom-stack.ts'
import { CursorMarks } from './cursor-marks.tsx'
import { Tooltip } from './tooltip.tsx'
import { usePointerGestures } from './use-pointer-gestures.ts'

export interface CursorOverlayProps {
  model: PlotModel
  full: TimeDomain
  label: string
  helpId: string
  speech: Speech
  selection: ChartSelection | null
  onSelectionChange: (selection: ChartSelection | null) => void
  onZoom: (domain: TimeDomain, source: ZoomSource) => void
  /** The view while a pan, a pinch, a wheel or a key is under way; null where it is given up. */
  onPreview: (domain: TimeDomain | null) => void
  onBack: () => boolean
  onHighlightClick?: ((id: string, highlight: Highlight) => void) | undefined
}

const SHORT_SPAN_MS = 12 * 3_600_000
const HIDDEN: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
}

function momentNotes({ model, speech }: CursorOverlayProps, x: number): string[] {
  const notes: string[] = []
  const { isLastBucketProvisional } = model.props
  const isLast = model.lines.some(
    ({ line }) => line.tone !== 'forecast' && line.times.length > 0 && line.times[line.times.length - 1] === x,
  )
  if (isLastBucketProvisional && isLast) notes.push(speech.labels.provisional)
  if (model.predictionFrom !== null && x > model.predictionFrom) notes.push(speech.labels.predicted)
  const count = Math.max(0, ...model.lines.map(({ line }) => readMoment(line, x)?.count ?? 0))
  if (count > 1) notes.push(speech.labels.samples(count))
  return notes
}

/** Announcement of a keyboard movement; hovering is not announced. */
function announce(props: CursorOverlayProps, selection: ChartSelection, period: Highlight | null): string {
  const { model, speech } = props
  const line = model.lines.find((drawn) => drawn.line.id === selection.seriesName)?.line
  const reading = line && readMoment(line, selection.x)
  if (!reading) return formatTime(selection.x, 'minute', speech.locale, speech.timeZone)
  const titles = momentFlags(model, selection).flatMap(({ title }) => title ?? [])
  return [describeMoment(reading, period, speech), ...titles].join(', ')
}

function zoomedTo({ from, to }: TimeDomain, { labels, locale, timeZone }: Speech): string {
  const style = to - from < SHORT_SPAN_MS ? 'minute' : 'full'
  const time = (t: number) => formatTime(t, style, locale, timeZone)
  return labels.zoomedTo(time(from), time(to))
}

function announcePeriod({ model, speech }: CursorOverlayProps, highlight: Highlight): string {
  const ordered = (model.props.highlights ?? []).toSorted((a, b) => a.start - b.start)
  return describePeriod(highlight, ordered.indexOf(highlight) + 1, ordered.length, speech)
}

/** Handles pointer, drag and keys. It holds the cursor state, so that the plot below does not re-render. */
export function CursorOverlay(props: CursorOverlayProps): ReactElement {
  const { model, selection, onSelectionChange, speech } = props
  const surface = useRef<HTMLDivElement>(null)
  const [isActive, setActive] = useState(false)
  const [hasFocusRing, setFocusRing] = useState(false)
  const [spoken, setSpoken] = useState('')
  const [bar, setBar] = useState<HighlightBar | null>(null)
  const tokens = model.props.tokens as ChartTokens
  const highlights = model.props.highlights ?? []

  // A view requested by key is announced once let go, and again where the page corrects it.
  const isZoomAwaited = useRef(false)
  const { from, to } = model.domain
  useEffect(() => {
    if (!isZoomAwaited.current) return
    isZoomAwaited.current = false
    setSpoken(zoomedTo({ from, to }, speech))
  }, [from, to, speech])

  const zoom = (domain: TimeDomain, source: ZoomSource) => {
    const clamped = clampDomain(domain, props.full)
    props.onZoom(clamped, source)
    isZoomAwaited.current = source === 'key'
    if (source === 'key') setSpoken(zoomedTo(clamped, speech))
  }
  const choose = (highlight: Highlight) => {
    if (highlight.id !== undefined) props.onHighlightClick?.(highlight.id, highlight)
  }
  const gestures = usePointerGestures(surface, model, {
    onHover: ({ x, y }) => {
      setActive(true)
      const hovered = barAt(model.bars, x, y)
      setBar(hovered)
      const hit = nearestLine(model, Math.max(0, Math.min(model.plotWidth, x)), y)
      if (hit?.x !== selection?.x || hit?.seriesName !== selection?.seriesName) onSelectionChange(hit)
    },
    onLeave: () => {
      setActive(false)
      setBar(null)
      if (!hasFocusRing) onSelectionChange(null)
    },
    onTap: ({ x, y }) => {
      const tapped = barAt(model.bars, x, y)
      if (tapped) choose(tapped.worst)
    },
    onZoom: zoom,
    onPreview: (domain) => {
      const clamped = domain && clampDomain(domain, props.full)
      props.onPreview(clamped)
      return clamped
    },
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const context = { lines: model.props.lines, highlights, selection, isHeld: event.repeat }
    const action = cursorAction(event.key, { ...context, domain: gestures.moving.domain() })
    if (!action) return
    if (action.kind === 'back') {
      // Escape is left to the page once there is nothing to close.
      const isBack = !gestures.cancel() && props.onBack()
      isZoomAwaited.current = isBack
      const isUsed = isBack || selection !== null
      if (isUsed) event.stopPropagation()
      return onSelectionChange(null)
    }
    event.preventDefault()
    setActive(true)
    setBar(null)
    if (action.kind === 'zoom') {
      if (gestures.brush !== null || gestures.isPanning) gestures.cancel()
      gestures.moving.show(action.domain, 'key')
    }
    if (action.kind === 'choose') choose(action.highlight)
    if (action.kind !== 'move' && action.kind !== 'period') return
    onSelectionChange(action.selection)
    const { x } = action.selection
    if (x < model.domain.from || x > model.domain.to) {
      const half = (model.domain.to - model.domain.from) / 2
      props.onZoom(clampDomain({ from: x - half, to: x + half }, props.full), 'pan')
    }
    setSpoken(
      action.kind === 'period'
        ? announcePeriod(props, action.highlight)
        : announce(props, action.selection, periodAt(highlights, x)),
    )
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => setFocusRing(event.currentTarget.matches(':focus-visible'))
  const onKeyUp = (event: KeyboardEvent) => {
    if (ZOOM_KEYS.has(event.key)) gestures.moving.settle()
  }
  const onBlur = () => {
    gestures.moving.settle()
    if (isActive) onSelectionChange(null)
    setFocusRing(false)
    setActive(false)
  }
  const period = selection && periodAt(highlights, selection.x)
  const isShown = selection !== null && selection.x >= model.domain.from && selection.x <= model.domain.to
  return (
    <>
      <div
        ref={surface}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the role application makes it interactive
        tabIndex={0}
        role="application"
        aria-roledescription={speech.labels.chartRole}
        aria-label={props.label}
        aria-describedby={props.helpId}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onFocus={onFocus}
        onBlur={onBlur}
        {...gestures.handlers}
        style={{
          position: 'absolute',
          inset: 0,
          borderRadius: 4,
          touchAction: 'pan-y',
          userSelect: 'none',
          cursor: gestures.isPanning ? 'grabbing' : bar ? 'pointer' : 'crosshair',
          outline: hasFocusRing ? `2px solid ${tokens.accent}` : 'none',
          outlineOffset: -1,
        }}
      />
      {(isShown || gestures.brush) && (
        <CursorMarks
          model={model}
          x={selection?.x ?? Number.NaN}
          seriesName={selection?.seriesName ?? ''}
          brush={gestures.brush}
        />
      )}
      {isShown && isActive && !gestures.brush && (
        <Tooltip
          model={model}
          x={selection.x}
          seriesName={selection.seriesName}
          period={period}
          bar={bar}
          notes={momentNotes(props, selection.x)}
          speech={speech}
        />
      )}
      <div aria-live="polite" aria-atomic="true" style={HIDDEN}>
        {spoken}
      </div>
    </>
  )
}
