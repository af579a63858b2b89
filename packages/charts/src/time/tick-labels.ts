import type { TimeDomain } from '../model/chart-types.ts'
import { textWidth } from '../value/text-width.ts'
import { formatTime, type TimeStyle } from './format-time.ts'
import { chooseStep, type TickStep, type TickUnit, timeTicks } from './time-ticks.ts'

export interface TimeTick {
  t: number
  x: number
  label: string
  /** The coarser level under the first tick and wherever it changes. */
  below: string | null
  /**
   * The label where there is room for one level: a day stands for its first hour alone, a year only where it changes. A first hour within
   * a day has the day before it unless another day is named later.
   */
  alone: string
}

const UPPER: Record<TickUnit, TimeStyle> = {
  second: 'second',
  minute: 'minute',
  hour: 'minute',
  day: 'day',
  month: 'month',
  year: 'year',
}
/** Steps of single days are labelled with their weekday, which needs no second level. */
const upperStyle = ({ unit, size }: Pick<TickStep, 'unit' | 'size'>): TimeStyle =>
  unit === 'day' && size <= 2 ? 'weekdayDay' : UPPER[unit]

const LOWER: Record<TickUnit, TimeStyle | null> = {
  second: 'weekday',
  minute: 'weekday',
  hour: 'weekday',
  day: 'year',
  month: 'year',
  year: null,
}
/** Where there is room for one level only: a January is its year, a day that is not the first of it is written in full. */
const ALONE: Record<TickUnit, TimeStyle | null> = { ...LOWER, day: 'date' }
const LABEL_GAP = 14
/** Closer ticks tell nothing more on a wide plot, px. */
const TICK_SPACE = 72
const WIDE_PX = 400
const LOWER_GAP = 10
/** Fonts with wide digits take more than the estimate: what would be cut at the right edge is left out. */
const WIDE_FONT = 1.2
const EDGE_PX = 4

interface TickFrame {
  domain: TimeDomain
  width: number
  locale: string
  timeZone: string
  fontSize: number
}

/** Calendar ticks with labels on two levels that never overlap or leave the plot. */
export function labelledTimeTicks({ domain, width, locale, timeZone, fontSize }: TickFrame): TimeTick[] {
  if (!(domain.to > domain.from) || width <= 0) return []
  const fitting = (style: TimeStyle) => {
    const room = Math.max(
      width >= WIDE_PX ? TICK_SPACE : 0,
      textWidth(formatTime(domain.from, style, locale, timeZone), fontSize) + LABEL_GAP,
    )
    return Math.max(1, Math.floor(width / room))
  }
  // The number of labels depends on their style, and the style on the number: starts with an estimate.
  const guess = chooseStep(domain.to - domain.from, fitting('minute'))
  const { step, ticks } = timeTicks(domain, timeZone, fitting(upperStyle(guess)))
  const style = upperStyle(step)
  const lowerStyle = style === 'weekdayDay' ? null : LOWER[step.unit]
  const labelled: TimeTick[] = []
  let lastLabelEnd = Number.NEGATIVE_INFINITY
  let lastBelow: string | null | undefined
  for (const t of ticks) {
    const x = ((t - domain.from) / (domain.to - domain.from)) * width
    const label = formatTime(t, style, locale, timeZone)
    const half = textWidth(label, fontSize) / 2
    if (x - half < lastLabelEnd + LABEL_GAP / 2 || x + WIDE_FONT * half > width + EDGE_PX) continue
    lastLabelEnd = x + half
    const below = lowerStyle && formatTime(t, lowerStyle, locale, timeZone)
    const isNew = below !== lastBelow && (lastBelow !== undefined || lowerStyle !== 'year')
    lastBelow = below
    const aloneStyle = lowerStyle && ALONE[step.unit]
    const named = isNew && aloneStyle ? formatTime(t, aloneStyle, locale, timeZone) : label
    const isWithinDay = lowerStyle === 'weekday' && formatTime(t, 'second', locale, timeZone) !== '00:00:00'
    labelled.push({ t, x, label, below, alone: isNew && isWithinDay ? `${named} ${label}` : named })
  }
  const [first] = labelled
  const isNamedLater = labelled.some(({ below }) => below !== first?.below)
  if (first !== undefined && isNamedLater && lowerStyle === 'weekday' && first.alone !== first.below)
    first.alone = first.label
  return keepChanges(labelled, width, fontSize)
}

/** The lower level is labelled only where it changes and has room; a change takes precedence over the first tick's label. */
function keepChanges(ticks: TimeTick[], width: number, fontSize: number): TimeTick[] {
  const changes = ticks.map((tick, i) => i === 0 || tick.below !== ticks[i - 1]!.below)
  let limit = Number.POSITIVE_INFINITY
  for (let i = ticks.length - 1; i >= 0; i--) {
    const tick = ticks[i]!
    if (!changes[i] || tick.below === null) {
      tick.below = null
      continue
    }
    const half = textWidth(tick.below, fontSize) / 2
    if (tick.x + half > limit || tick.x + WIDE_FONT * half > width + EDGE_PX) tick.below = null
    else limit = tick.x - half - LOWER_GAP
  }
  return ticks
}
