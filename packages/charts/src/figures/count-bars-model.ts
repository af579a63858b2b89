import type { TimeDomain } from '../model/chart-types.ts'
import { labelledTimeTicks } from '../time/tick-labels.ts'
import { formatValue } from '../value/format-value.ts'
import { textWidth } from '../value/text-width.ts'
import { valueTicks } from '../value/value-ticks.ts'

export interface CountBarsInput {
  /** Start of each bucket: epoch milliseconds, or numbers where nothing has a time. */
  times: readonly number[]
  /** Length of a bucket, in the unit of `times`. */
  bucketMs: number
  counts: readonly number[]
  /** Of each count those that are drawn stronger. */
  marked?: readonly number[] | undefined
  domain: TimeDomain
  /** What happened at a moment, such as a deployment. */
  flags?: readonly { at: number; label: string }[] | undefined
  /** The part that the rest of the page speaks of, and that it is compared with. */
  selected?: TimeDomain | null | undefined
  baseline?: TimeDomain | null | undefined
  /** The axis has numbers, not times. */
  isNumbered?: boolean | undefined
  width: number
  height: number
  locale: string
  timeZone: string
}

export interface CountBar {
  x: number
  width: number
  /** Of all, and of the marked ones. */
  height: number
  markedHeight: number
}

interface Frame {
  x: number
  width: number
}

export interface CountBarsModel {
  width: number
  height: number
  /** Where the bars stand. */
  base: number
  bars: readonly CountBar[]
  ticks: readonly { x: number; label: string; anchor: 'start' | 'middle' }[]
  flags: readonly { x: number; label: string }[]
  selected: Frame | null
  baseline: Frame | null
  /** The largest count. */
  max: number
  xOf: (at: number) => number
  at: (x: number) => number
  /** The bucket at a place, within the first and the last. */
  bucketAt: (x: number) => number
}

const AXIS_HEIGHT = 22
/** For flags. */
const TOP = 12
const FONT_SIZE = 11
const MIN_FRAME_PX = 14
const TICK_GAP = 24
const LABEL_GAP = 8

/** Everything that counts over a time show: a bar a bucket, as high as its share of the largest. */
export function countBarsModel(input: CountBarsInput): CountBarsModel {
  const { times, counts, marked = [], bucketMs, domain, width, height, flags = [] } = input
  const base = height - AXIS_HEIGHT
  const span = Math.max(1, domain.to - domain.from)
  const xOf = (at: number) => ((at - domain.from) / span) * width
  const at = (x: number) => domain.from + (Math.min(width, Math.max(0, x)) / width) * span
  const max = Math.max(0, ...counts)
  const heightOf = (count: number) => (count > 0 ? Math.max(1.5, (count / max) * (base - TOP)) : 0)
  const bars = times.map((time, i): CountBar => {
    const x = Math.max(0, xOf(time))
    const end = Math.min(width, xOf(time + bucketMs))
    const gap = end - x > 3 ? 1 : 0
    return {
      x,
      width: Math.max(0.5, end - x - gap),
      height: heightOf(counts[i] ?? 0),
      markedHeight: heightOf(Math.min(marked[i] ?? 0, counts[i] ?? 0)),
    }
  })
  const frameOf = (range: TimeDomain | null | undefined): Frame | null => {
    if (range == null || range.to < domain.from || range.from > domain.to) return null
    const from = Math.max(0, xOf(range.from))
    const lacking = Math.max(0, MIN_FRAME_PX - (Math.min(width, xOf(range.to)) - from))
    const x = Math.max(0, Math.min(width - MIN_FRAME_PX, from - lacking / 2))
    return { x, width: Math.max(MIN_FRAME_PX, Math.min(width, xOf(range.to)) - from) }
  }
  return {
    width,
    height,
    base,
    bars,
    max,
    xOf,
    at,
    ticks: input.isNumbered ? numberTicks(input, xOf) : clockTicks(input),
    flags: flags
      .filter((flag) => flag.at >= domain.from && flag.at <= domain.to)
      .map((flag) => ({ x: xOf(flag.at), label: flag.label })),
    selected: frameOf(input.selected),
    baseline: frameOf(input.baseline),
    bucketAt: (x) => {
      const index = times.findLastIndex((time) => time <= at(x))
      return Math.max(0, Math.min(times.length - 1, index))
    },
  }
}

function clockTicks({ domain, width, locale, timeZone }: CountBarsInput): CountBarsModel['ticks'] {
  let end = Number.NEGATIVE_INFINITY
  return labelledTimeTicks({ domain, width, locale, timeZone, fontSize: FONT_SIZE }).flatMap(({ x, alone }) => {
    const half = textWidth(alone, FONT_SIZE) / 2
    const anchor = x < half ? 'start' : 'middle'
    const from = anchor === 'start' ? x : x - half
    if (from < end + LABEL_GAP) return []
    end = from + 2 * half
    return [{ x, label: alone, anchor }]
  })
}

function numberTicks({ domain, width, locale }: CountBarsInput, xOf: (at: number) => number): CountBarsModel['ticks'] {
  const room = textWidth(formatValue(domain.to, '', locale), FONT_SIZE) + TICK_GAP
  return valueTicks(domain.from, domain.to, Math.max(1, Math.floor(width / room)))
    .map((value) => ({ x: xOf(value), label: formatValue(value, '', locale) }))
    .filter(({ x, label }) => x + textWidth(label, FONT_SIZE) / 2 <= width)
    .map((tick) => ({ ...tick, anchor: tick.x < textWidth(tick.label, FONT_SIZE) / 2 ? 'start' : 'middle' }))
}
