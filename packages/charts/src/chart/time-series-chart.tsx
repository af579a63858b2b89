import { type ReactElement, type Ref, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { englishLabels } from '../labels/chart-labels.ts'
import type { ChartSelection, Highlight, TimeDomain } from '../model/chart-types.ts'
import { Plot } from '../plot/plot.tsx'
import { plotDomain, plotModel } from '../plot/plot-model.ts'
import type { PlotProps } from '../plot/plot-props.ts'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { useZoomStack } from '../zoom/use-zoom-stack.ts'
import type { ZoomSource } from '../zoom/zoom-stack.ts'
import { CursorOverlay } from './cursor-overlay.tsx'
import { useElementWidth } from './use-element-width.ts'

const DEFAULT_HEIGHT = 200

/**
 * Keep the identity of `lines`, `highlights` and the other drawn props between renders: the plot is recomputed when one of
 * them is another object. `selection` may change with every movement of the pointer; it is never passed to the plot.
 */
export interface TimeSeriesChartProps extends PlotProps {
  /** A fixed width in px; by default that of the parent. */
  width?: number | undefined
  /** The cursor shared by all charts of a page; by default the chart's own. */
  selection?: ChartSelection | null | undefined
  onSelectionChange?: ((selection: ChartSelection | null) => void) | undefined
  /** Limit of zooming out; by default the initial `domain`, or all data. */
  fullDomain?: TimeDomain | undefined
  /** Called for every zoom and pan. If set, the page holds `domain` (see `useZoomStack`); otherwise the chart does. */
  onZoom?: ((domain: TimeDomain, source: ZoomSource) => void) | undefined
  /** Called for pans instead of onZoom. */
  onPan?: ((domain: TimeDomain) => void) | undefined
  /** Called for Escape: goes one step back; returns false if there was none. */
  onZoomBack?: (() => boolean | undefined) | undefined
  onHighlightClick?: ((id: string, highlight: Highlight) => void) | undefined
  /** Finer data is loading: current data stays visible under a thin bar. */
  isLoading?: boolean | undefined
  /** The rendered SVG, for exports. */
  svgRef?: Ref<SVGSVGElement> | undefined
}

function Status({ text, tokens, height }: { text: string; tokens: ChartTokens; height: number }): ReactElement {
  return (
    <div
      style={{
        position: 'absolute',
        inset: 0,
        height: height - 20,
        display: 'grid',
        placeItems: 'center',
        pointerEvents: 'none',
        color: tokens.textMuted,
        font: `13px/18px ${tokens.fontFamily}`,
      }}
    >
      {text}
    </div>
  )
}

function LoadingBar({ tokens, label }: { tokens: ChartTokens; label: string }): ReactElement {
  return (
    <div
      role="progressbar"
      aria-label={label}
      style={{
        position: 'absolute',
        top: 0,
        left: 0,
        right: 0,
        height: 2,
        background: tokens.accent,
        opacity: 0.55,
        borderRadius: 1,
      }}
    />
  )
}

/** Zoom held by the page if it passes a handler, otherwise by the chart. */
function useZoom(props: TimeSeriesChartProps) {
  const { lines, predictionUntil, domain, fullDomain } = props
  const isControlled = props.onZoom !== undefined
  // A page that holds the zoom passes a zoomed domain: the full extent is then `fullDomain`, or that of the data.
  const whole = useMemo(
    () => fullDomain ?? plotDomain({ lines, predictionUntil, domain: isControlled ? undefined : domain }),
    [fullDomain, lines, predictionUntil, domain, isControlled],
  )
  const own = useZoomStack(whole)
  // Without data and without a domain there is no time to show.
  const hasTime = domain !== undefined || lines.some((line) => line.times.length > 0)
  const shown = isControlled ? domain : hasTime ? own.domain : undefined
  const zoom = (next: TimeDomain, source: ZoomSource) => {
    if (source === 'pan' && props.onPan) props.onPan(next)
    else if (props.onZoom) props.onZoom(next, source)
    else own.zoom(next, source)
  }
  const back = () => {
    if (isControlled) return props.onZoomBack?.() ?? false
    own.back()
    return own.isZoomed
  }
  return { whole, shown, zoom, back }
}

/** Lines in time under their highlight layer, with a cursor for pointer, finger and keys. */
export function TimeSeriesChart(props: TimeSeriesChartProps): ReactElement {
  const [box, measured] = useElementWidth<HTMLDivElement>()
  const prefix = useId()
  const { whole, shown, zoom, back } = useZoom(props)
  const [ownSelection, setOwnSelection] = useState<ChartSelection | null>(null)
  const selection = props.selection === undefined ? ownSelection : props.selection
  const { onSelectionChange } = props
  const select = useCallback(
    (next: ChartSelection | null) => {
      setOwnSelection(next)
      onSelectionChange?.(next)
    },
    [onSelectionChange],
  )
  const width = props.width ?? measured
  const height = props.height ?? DEFAULT_HEIGHT
  // A gesture moves this chart alone, with the data that it has; the page and its requests follow at its end.
  const [preview, setPreview] = usePreview(shown)
  const model = usePlotModel(props, preview ?? shown, width, height)
  const labels = props.labels ?? englishLabels
  const tokens = props.tokens ?? LIGHT_TOKENS
  const { unit = '', locale = 'en', timeZone = 'UTC' } = props
  const speech = useMemo(() => ({ labels, unit, locale, timeZone }), [labels, unit, locale, timeZone])
  const label = labels.chart(props.title, props.lines.length, props.highlights?.length ?? 0)
  return (
    <div ref={box} style={{ position: 'relative', height, width: props.width ?? '100%' }} data-part="chart">
      {model && width > 0 && (
        <>
          <Plot model={model} idPrefix={prefix} svgRef={props.svgRef} />
          {!model.hasData && (
            <Status text={props.isLoading ? labels.loading : labels.noData} tokens={tokens} height={height} />
          )}
          <span id={`${prefix}-help`} hidden>
            {labels.keys}
          </span>
          <CursorOverlay
            model={model}
            full={whole}
            label={label}
            helpId={`${prefix}-help`}
            speech={speech}
            selection={selection}
            onSelectionChange={select}
            onZoom={zoom}
            onPreview={setPreview}
            onBack={back}
            onHighlightClick={props.onHighlightClick}
          />
        </>
      )}
      {props.isLoading && <LoadingBar tokens={tokens} label={labels.loading} />}
    </div>
  )
}

/** The view of a gesture, kept after its end until the page shows another time: nothing jumps back meanwhile. */
function usePreview(shown: TimeDomain | undefined) {
  const state = useState<TimeDomain | null>(null)
  const [, setPreview] = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: another time ends it
  useEffect(() => setPreview(null), [setPreview, shown?.from, shown?.to])
  return state
}

const DRAWN = [
  'title',
  'lines',
  'highlights',
  'gaps',
  'flags',
  'annotations',
  'latestDataTimestamp',
  'predictionUntil',
  'highlightStartTime',
  'highlightEndTime',
  'isEmailAlert',
  'isEmailAert',
  'isLogCharts',
  'enableTriangleHighlight',
  'isLastBucketProvisional',
  'latest',
  'now',
  'focusLineId',
  'selectedHighlightId',
  'peak',
  'unit',
  'locale',
  'timeZone',
  'tokens',
  'labels',
] as const satisfies readonly (keyof PlotProps)[]

const EMPTY: readonly never[] = []

// A page writes `highlights={found ?? []}`: empty lists count as identical.
function identityOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? EMPTY : value
}

/** The model depends on what is drawn, not on the cursor or the handlers. */
function usePlotModel(props: TimeSeriesChartProps, domain: TimeDomain | undefined, width: number, height: number) {
  const drawn = DRAWN.map((key) => identityOf(props[key]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawn props are spread here one by one
  return useMemo(
    () => (width > 0 ? plotModel({ ...props, domain }, width, height) : null),
    [...drawn, domain, width, height],
  )
}
