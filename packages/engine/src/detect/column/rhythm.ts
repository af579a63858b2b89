import { everyKth } from '../../stats/every-kth.ts'
import { median } from '../../stats/quantile.ts'

/**
 * The usual value and spread by hour of the day (24 slots) or of the week (168, Monday 00:00 first) as a clock shows it, read by linear
 * interpolation between the middles of the hours. `spread` is relative to the spread of the whole column.
 */
export type Rhythm = { mid: Float64Array; spread: Float64Array }

const HOUR_MS = 3_600_000
const MONDAY_MS = 4 * 24 * HOUR_MS
/** A rhythm is believed when it takes away this part of the variance, measured on periods left out. */
const NEEDED_GAIN = 0.15
/** Values that each slot of a rhythm needs. */
const MIN_PER_SLOT = 1
/**
 * In longer trainings, only every k-th row is used. Fitted by measured time and memory: every k-th row trains three
 * times as fast with equal tails.
 */
const MAX_ROWS = 40_000

/** The usual value, or the relative spread, at a time that the clock shows. */
export function rhythmAt(rhythm: Rhythm, curve: Float64Array, time: number): number {
  const slots = rhythm.mid.length
  const hours = (time - MONDAY_MS) / HOUR_MS - 0.5
  const place = hours - Math.floor(hours / slots) * slots
  const slot = Math.min(slots - 1, Math.floor(place))
  const from = curve[slot]!
  return from + (curve[slot + 1 === slots ? 0 : slot + 1]! - from) * (place - slot)
}

/** A rhythm with what it leaves of the values: as they differ from the rhythm of the other half of the periods, in its spreads. */
export type FoundRhythm = { rhythm: Rhythm; residuals: Float64Array }

/**
 * Finds a weekly or else a daily rhythm; undefined where there is none, or fewer than two whole periods were seen. Its residuals
 * are those of periods that it was not learned from, as values to come will not be: even ones by the odd ones and the reverse.
 */
export function findRhythm(times: Float64Array, values: Float64Array, stepMs: number): FoundRhythm | undefined {
  if (!(stepMs > 0 && stepMs <= HOUR_MS)) return undefined
  const keptTimes = everyKth(times, MAX_ROWS)
  const keptValues = everyKth(values, MAX_ROWS)
  const day = tryRhythm(keptTimes, keptValues, 24)
  const week = tryRhythm(keptTimes, keptValues, 168)
  const isWeek = week !== undefined && week.gain > (day?.gain ?? 0) + NEEDED_GAIN * (1 - (day?.gain ?? 0))
  const found = isWeek ? week : day
  if (found === undefined) return undefined
  const { rhythm, othersOf } = found
  const residuals = values.map((value, row) => {
    const time = times[row]!
    const others = othersOf(time)
    return (value - rhythmAt(others, others.mid, time)) / rhythmAt(others, others.spread, time)
  })
  return { rhythm, residuals }
}

/** `othersOf` gives the rhythm of the periods that a time is not among. */
type Candidate = { rhythm: Rhythm; gain: number; othersOf: (time: number) => Rhythm }

function tryRhythm(times: Float64Array, values: Float64Array, slots: number): Candidate | undefined {
  const periodMs = slots * HOUR_MS
  const span = times.length === 0 ? 0 : times[times.length - 1]! - times[0]!
  if (span < 1.95 * periodMs) return undefined
  const isEven = (time: number): boolean => Math.floor((time - times[0]!) / periodMs) % 2 === 0
  const even = fillSlots(times, values, slots, (row) => isEven(times[row]!))
  const odd = fillSlots(times, values, slots, (row) => !isEven(times[row]!))
  const whole = fillSlots(times, values, slots, () => true)
  if (even === undefined || odd === undefined || whole === undefined) return undefined
  const gain = explained(times, values, (row) => (isEven(times[row]!) ? odd : even))
  if (gain < NEEDED_GAIN) return undefined
  const rhythm = rhythmOf(times, values, whole, () => true)
  const ofEven = weaken(rhythm, rhythmOf(times, values, even, isEven))
  const ofOdd = weaken(
    rhythm,
    rhythmOf(times, values, odd, (time) => !isEven(time)),
  )
  return { rhythm, gain, othersOf: (time) => (isEven(time) ? ofOdd : ofEven) }
}

/**
 * Half of n periods tells the other half worse (residuals of variance 1 + 2 / n for unrelated periods) than all of them will tell
 * what comes (1 + 1 / n). So far from the whole towards a half, whatever n, the residuals are as those to come.
 */
const PART_OF_HALF = Math.sqrt(3) - 1

function weaken(whole: Rhythm, half: Rhythm): Rhythm {
  const between = (a: Float64Array, b: Float64Array) =>
    a.map((value, slot) => value + PART_OF_HALF * (b[slot]! - value))
  return { mid: between(whole.mid, half.mid), spread: between(whole.spread, half.spread) }
}

function rhythmOf(
  times: Float64Array,
  values: Float64Array,
  mid: Float64Array,
  isChosen: (time: number) => boolean,
): Rhythm {
  return { mid, spread: slotSpreads(times, values, mid, isChosen) }
}

function slotOf(time: number, slots: number): number {
  return ((Math.floor((time - MONDAY_MS) / HOUR_MS) % slots) + slots) % slots
}

/** Median by slot of the chosen rows; undefined where a slot has too few. */
function fillSlots(
  times: Float64Array,
  values: Float64Array,
  slots: number,
  isChosen: (row: number) => boolean,
): Float64Array | undefined {
  const bySlot: number[][] = Array.from({ length: slots }, () => [])
  for (let row = 0; row < times.length; row++) {
    if (!Number.isNaN(values[row]!) && isChosen(row)) bySlot[slotOf(times[row]!, slots)]!.push(values[row]!)
  }
  if (bySlot.some((slot) => slot.length < MIN_PER_SLOT)) return undefined
  return Float64Array.from(bySlot, (slot) => median(slot))
}

/** The part of the squared median deviation that the curve takes away. */
function explained(times: Float64Array, values: Float64Array, curveOf: (row: number) => Float64Array): number {
  const center = median(values)
  const before: number[] = []
  const after: number[] = []
  for (let row = 0; row < times.length; row++) {
    if (Number.isNaN(values[row]!)) continue
    const curve = curveOf(row)
    before.push(Math.abs(values[row]! - center))
    after.push(Math.abs(values[row]! - rhythmAt({ mid: curve, spread: curve }, curve, times[row]!)))
  }
  const scale = median(before)
  return scale > 0 ? 1 - (median(after) / scale) ** 2 : 0
}

/** Spread by slot relative to the whole, drawn half way to 1 and kept in [0.5, 3], so that few rows cannot make it wild. */
function slotSpreads(
  times: Float64Array,
  values: Float64Array,
  mid: Float64Array,
  isChosen: (time: number) => boolean,
): Float64Array {
  const distances: number[][] = Array.from(mid, () => [])
  const all: number[] = []
  const rhythm = { mid, spread: mid }
  for (let row = 0; row < times.length; row++) {
    if (Number.isNaN(values[row]!) || !isChosen(times[row]!)) continue
    const distance = Math.abs(values[row]! - rhythmAt(rhythm, mid, times[row]!))
    distances[slotOf(times[row]!, mid.length)]!.push(distance)
    all.push(distance)
  }
  const whole = median(all)
  return Float64Array.from(distances, (slot) => {
    const ratio = whole > 0 && slot.length > 0 ? median(slot) / whole : 1
    return Math.min(3, Math.max(0.5, (ratio * slot.length + 8) / (slot.length + 8)))
  })
}
