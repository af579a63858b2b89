import type { ReactElement } from 'react'
import { useElementWidth } from '../chart/use-element-width.ts'
import { type ChartLabels, englishLabels } from '../labels/chart-labels.ts'
import type { Values } from '../model/chart-types.ts'
import { valueAt } from '../model/sample-lookup.ts'
import { type AreaEdge, areaPath } from '../plot/area-path.ts'
import { type ChartTokens, LIGHT_TOKENS } from '../tokens/chart-tokens.ts'
import { axisFormat } from '../value/format-value.ts'
import { valueDomain } from '../value/value-domain.ts'
import { valueTicks } from '../value/value-ticks.ts'

/** Expected values of one series by hour of the week: 168 entries, Monday 00:00 first. */
export interface WeekBand {
  low: Values
  high: Values
  median?: Values | undefined
}

export interface BandChartProps {
  band: WeekBand
  title: string
  unit?: string | undefined
  /** In px; by default that of the parent. */
  width?: number | undefined
  height?: number | undefined
  color?: string | undefined
  tokens?: ChartTokens | undefined
  labels?: ChartLabels | undefined
  locale?: string | undefined
}

const HOURS = 168
const DEFAULT_HEIGHT = 150
const MARGIN = { top: 20, right: 8, bottom: 22, left: 48 }
// 1 January 2024 was a Monday.
const A_MONDAY = Date.UTC(2024, 0, 1)

/** Names of the days in a language, Monday first. */
export function weekdayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(A_MONDAY + day * 86_400_000))
}

function bandExtent(band: WeekBand): { min: number; max: number } | null {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let hour = 0; hour < HOURS; hour++) {
    const low = valueAt(band.low, hour)
    const high = valueAt(band.high, hour)
    if (low === null || high === null) continue
    min = Math.min(min, low)
    max = Math.max(max, high)
  }
  return min <= max ? { min, max } : null
}

/** The range that a model expects in each hour of the week; an hour without training data is left open. */
export function BandChart(props: BandChartProps): ReactElement {
  const [box, measured] = useElementWidth<HTMLDivElement>()
  const width = props.width ?? measured
  return (
    <div ref={box} style={{ width: props.width ?? '100%', height: props.height ?? DEFAULT_HEIGHT }}>
      {width > 0 && <BandFigure {...props} width={width} />}
    </div>
  )
}

function BandFigure(props: BandChartProps & { width: number }): ReactElement {
  const {
    band,
    title,
    unit = '',
    width,
    height = DEFAULT_HEIGHT,
    tokens = LIGHT_TOKENS,
    labels = englishLabels,
    locale = 'en',
  } = props
  const color = props.color ?? tokens.lines[0]!
  const inner = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom }
  const values = valueDomain(bandExtent(band), unit, inner.height, 6)
  const ticks = valueTicks(values.min, values.max, Math.max(2, Math.round(inner.height / 34)), unit)
  const axis = axisFormat(ticks, unit, locale)
  const xOf = (hour: number) => (hour / HOURS) * inner.width
  const yOf = (value: number) => inner.height - ((value - values.min) / (values.max - values.min)) * inner.height
  // Every hour is a step: its bounds apply from its start to its end.
  const edges = Array.from({ length: HOURS }, (_, hour): AreaEdge[] => {
    const low = valueAt(band.low, hour)
    const high = valueAt(band.high, hour)
    if (low === null || high === null) return [null]
    return [hour, hour + 1].map((at) => ({ x: xOf(at), low: yOf(low), high: yOf(high) }))
  }).flat()
  const median = Array.from({ length: HOURS }, (_, hour) => {
    const value = valueAt(band.median, hour)
    if (value === null) return ''
    const isJoined = hour > 0 && valueAt(band.median, hour - 1) !== null
    return `${isJoined ? 'L' : 'M'}${xOf(hour + 0.5).toFixed(1)},${yOf(value).toFixed(1)}`
  }).join('')
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      role="img"
      aria-label={`${labels.bands}: ${title}`}
    >
      <g
        transform={`translate(${MARGIN.left},${MARGIN.top})`}
        fontSize={11}
        fill={tokens.textMuted}
        fontFamily={tokens.fontFamily}
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={0} x2={inner.width} y1={yOf(tick)} y2={yOf(tick)} stroke={tokens.grid} />
            <text x={-8} y={yOf(tick)} dy="0.35em" textAnchor="end">
              {axis.format(tick)}
            </text>
          </g>
        ))}
        <text x={-8} y={-8} textAnchor="end">
          {axis.unitLabel}
        </text>
        {weekdayNames(locale).map((name, day) => (
          <g key={name}>
            <line x1={xOf(day * 24)} x2={xOf(day * 24)} y1={0} y2={inner.height + 4} stroke={tokens.grid} />
            <text x={xOf(day * 24 + 12)} y={inner.height + 16} textAnchor="middle">
              {name}
            </text>
          </g>
        ))}
        <path d={areaPath(edges)} fill={color} fillOpacity={0.22} />
        <path d={median} fill="none" stroke={color} strokeWidth={1.5} strokeLinejoin="round" />
      </g>
    </svg>
  )
}
