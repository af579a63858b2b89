import { type PlacedFlags, placeFlags } from '../flags/place-flags.ts'
import { type HighlightBar, mergeHighlights } from '../highlight/highlight-merge.ts'
import { predictionStart } from '../highlight/prediction-start.ts'
import { englishLabels } from '../labels/chart-labels.ts'
import type { ChartGap, ChartLine, TimeDomain } from '../model/chart-types.ts'
import { commonGaps, joinGaps, lineGaps } from '../model/find-gaps.ts'
import { type LimitedLine, limitPoints, POINT_BUDGET } from '../model/limit-points.ts'
import { timeExtent, valueAt, visibleRange } from '../model/sample-lookup.ts'
import { labelledTimeTicks, type TimeTick } from '../time/tick-labels.ts'
import { LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { type AxisFormat, axisFormat } from '../value/format-value.ts'
import { textWidth } from '../value/text-width.ts'
import { isInside, type ValueDomain, valueDomain } from '../value/value-domain.ts'
import { valueTicks } from '../value/value-ticks.ts'
import { BAND_SAMPLES } from './band-path.ts'
import { type LineStyle, lineStyles } from './line-style.ts'
import type { PlotProps } from './plot-props.ts'
import { PLOT_SIDES } from './plot-sides.ts'

export const FONT_SIZE = 11
const MARGIN = { top: 12, bottom: 22 } as const
/** Taller where the time axis has a second level. */
const LOWER_LEVEL = 12
const STRIP_ROOM = 18
const PLAIN_ROOM = 8

export interface DrawnLine extends LimitedLine {
  style: LineStyle
  gaps: readonly ChartGap[]
}

export interface PlotModel {
  props: PlotProps
  width: number
  height: number
  margin: { top: number; right: number; bottom: number; left: number }
  plotWidth: number
  plotHeight: number
  domain: TimeDomain
  values: ValueDomain
  xOf: (t: number) => number
  yOf: (v: number) => number
  timeAt: (x: number) => number
  lines: readonly DrawnLine[]
  bands: readonly ChartLine[]
  bars: readonly HighlightBar[]
  gaps: readonly ChartGap[]
  /** Flags that would touch stand as one. */
  flags: readonly PlacedFlags[]
  predictionFrom: number | null
  timeTicks: readonly TimeTick[]
  valueTicks: readonly number[]
  axis: AxisFormat
  hasData: boolean
}

/** The visible interval: `domain` if given, else all data and the prediction after it. */
export function plotDomain(props: Pick<PlotProps, 'domain' | 'lines' | 'predictionUntil'>): TimeDomain {
  if (props.domain && props.domain.to > props.domain.from) return props.domain
  const extent = timeExtent(props.lines) ?? { from: 0, to: 1 }
  const to = Math.max(extent.to, props.predictionUntil ?? extent.to)
  return to > extent.from ? { from: extent.from, to } : { from: extent.from - 1000, to: to + 1000 }
}

function valueAxis(
  props: PlotProps,
  limited: readonly LimitedLine[],
  bands: readonly ChartLine[],
  plotHeight: number,
  domain: TimeDomain,
) {
  const unit = props.unit ?? ''
  const hasStrip = Boolean(props.highlights?.length) || props.highlightStartTime !== undefined
  const extent = valueExtent(limited, bands, domain)
  const values = valueDomain(extent, unit, plotHeight, hasStrip ? STRIP_ROOM : PLAIN_ROOM)
  const unitShown = extent ? unit : ''
  const ticks = extent ? valueTicks(values.min, values.max, Math.max(2, Math.round(plotHeight / 34)), unit) : []
  return { values, ticks, axis: axisFormat(ticks, unitShown, props.locale ?? 'en') }
}

/** Widths that layout rounds apart are the same. */
const SAME_WIDTH_PX = 2

function sidesOf({ alignedWith }: PlotProps, width: number): { left: number; right: number } {
  const isAligned = alignedWith !== undefined && Math.abs(alignedWith.width - width) <= SAME_WIDTH_PX
  return isAligned ? { ...PLOT_SIDES, left: Math.max(PLOT_SIDES.left, alignedWith.left) } : PLOT_SIDES
}

function findGaps(props: PlotProps, domain: TimeDomain, perLine: readonly (readonly ChartGap[])[]): ChartGap[] {
  const reported = (props.gaps ?? []).filter((gap) => gap.end > domain.from && gap.start < domain.to)
  return joinGaps([...commonGaps(perLine), ...reported])
}

/** Everything a plot of a given size (a heading above it included) shows, computed once: layers, cursor, table and export all read from it. */
export function plotModel(props: PlotProps, width: number, height: number, headingHeight = 0): PlotModel {
  const tokens = props.tokens ?? LIGHT_TOKENS
  const domain = plotDomain(props)
  const sides = sidesOf(props, width)
  const hasTime = props.domain !== undefined || timeExtent(props.lines) !== null
  const clock = { locale: props.locale ?? 'en', timeZone: props.timeZone ?? 'UTC', fontSize: FONT_SIZE }
  const ticksIn = (plotWidth: number) => (hasTime ? labelledTimeTicks({ ...clock, domain, width: plotWidth }) : [])
  const hasLowerLevel = ticksIn(width - sides.left - sides.right).some(({ below }) => below !== null)
  const bottom = MARGIN.bottom + (hasLowerLevel ? LOWER_LEVEL : 0)
  const top = MARGIN.top + headingHeight
  const plotHeight = Math.max(10, height - top - bottom)
  const bands = bandLines(props.lines, props.focusLineId)
  const limited = limitPoints(props.lines, domain, POINT_BUDGET - 2 * BAND_SAMPLES * bands.length, width)
  const { values, ticks, axis } = valueAxis(props, limited, bands, plotHeight, domain)
  const widest = Math.max(0, ...ticks.map((tick) => textWidth(axis.format(tick), FONT_SIZE)))
  const margin = { top, bottom, right: sides.right, left: Math.max(sides.left, Math.ceil(widest) + 12) }
  const plotWidth = Math.max(10, width - margin.left - margin.right)
  const xOf = (t: number) => ((t - domain.from) / (domain.to - domain.from)) * plotWidth
  const styles = lineStyles(props.lines, tokens, props.focusLineId)
  const lines = limited.map((entry) => ({
    ...entry,
    style: styles.get(entry.line.id)!,
    gaps: lineGaps(entry.line, domain),
  }))
  const predictionFrom = predictionStart({ ...props, lastSample: timeExtent(props.lines)?.to })
  return {
    props: { ...props, tokens, labels: props.labels ?? englishLabels },
    width,
    height,
    margin,
    plotWidth,
    plotHeight,
    domain,
    values,
    xOf,
    yOf: (v) => plotHeight - ((v - values.min) / (values.max - values.min)) * plotHeight,
    timeAt: (x) => domain.from + (x / plotWidth) * (domain.to - domain.from),
    lines,
    bands,
    bars: mergeHighlights(props.highlights ?? [], xOf, plotWidth),
    gaps: findGaps(
      props,
      domain,
      lines.filter(({ line }) => line.tone !== 'forecast').map((line) => line.gaps),
    ),
    flags: placeFlags(props.flags ?? [], domain, xOf),
    predictionFrom,
    timeTicks: ticksIn(plotWidth),
    valueTicks: ticks,
    axis,
    hasData: limited.some((entry) => entry.buckets.some((bucket) => bucket.max !== null)),
  }
}

/** Lowest and highest value inside the domain, with flagged points and the drawn bands; null if there are none. */
function valueExtent(
  lines: readonly LimitedLine[],
  bands: readonly ChartLine[],
  domain: TimeDomain,
): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  const clampedTaker = (low: number, high: number) => (value: number | null) => {
    if (value === null || !Number.isFinite(value)) return
    const clamped = Math.max(low, Math.min(high, value))
    if (clamped < min) min = clamped
    if (clamped > max) max = clamped
  }
  const take = clampedTaker(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  for (const { buckets, flagged } of lines) {
    for (const bucket of buckets) {
      if (!isInside(bucket.t, domain)) continue
      take(bucket.min)
      take(bucket.max)
    }
    for (const point of flagged) take(point.v)
  }
  // A very wide band must not flatten the lines: it adds at most half of the data's own span on each side.
  const span = max - min
  const least = span > 0 ? min - span / 2 : Number.NEGATIVE_INFINITY
  const takeBound = clampedTaker(
    // Where no value is below zero, a band that is makes no room there
    min >= 0 && min < Number.POSITIVE_INFINITY ? Math.max(0, least) : least,
    span > 0 ? max + span / 2 : Number.POSITIVE_INFINITY,
  )
  for (const band of bands) {
    if (!band.expected) continue
    const [first, last] = visibleRange(band.times, domain)
    for (let i = first; i < last; i++) {
      if (!isInside(band.times[i]!, domain)) continue
      takeBound(valueAt(band.expected.low, i))
      takeBound(valueAt(band.expected.high, i))
    }
  }
  return min <= max ? { min, max } : null
}

/** The lines whose range is drawn: one with its expected band, and every forecast. */
function bandLines(lines: readonly ChartLine[], focusLineId: string | null | undefined): ChartLine[] {
  const forecasts = lines.filter(({ tone }) => tone === 'forecast')
  const id = bandLineId(
    lines.filter(({ tone }) => tone !== 'forecast'),
    focusLineId,
  )
  return [...lines.filter((line) => line.id === id), ...forecasts]
}

/** The line whose expected band is drawn: the focused one, else the only one that has one among outliers and peers, else the first with findings. Several would be unreadable. */
function bandLineId(lines: readonly ChartLine[], focusLineId: string | null | undefined): string | null {
  if (focusLineId) return lines.find((line) => line.id === focusLineId && line.expected)?.id ?? null
  const banded = lines.filter((line) => line.expected && line.tone !== 'peer')
  if (lines.length === 1 || (banded.length === 1 && lines.some(({ tone }) => tone === 'peer')))
    return banded[0]?.id ?? null
  return banded.find((line) => line.flagged?.length)?.id ?? null
}
