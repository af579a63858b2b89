import { sortPresent } from '../../stats/quantile.ts'
import { robustScale } from '../../stats/robust-scale.ts'
import { fitTail, type Tail, tailProbability } from '../../stats/tail.ts'
import type { Anomaly } from './finding.ts'

/** Evaluates the numbers in one place of a template by those before them. */
export type ValueDetector = { push(value: number): Anomaly | undefined; state(): ValueState }

/** What a detector goes on from, as plain data: up to 256 numbers, of which the newest stands before place `taken`. */
export type ValueState = { values: Float64Array; taken: number; fit?: Fit | undefined }

/** Latest values that a value is compared with. */
const history = 256
/** Values before the first that is evaluated. */
const fewest = 64
/** Values after which the distribution is fitted again. */
const refit = 32
/** Values after which a full history is fitted again: fitting a frequent place costs more than everything else. Fitted by measured time and memory. */
const refitFull = 128
/** Fewer different values are names and not numbers. */
const fewDistinct = 4
/** With this part of the steps in one direction values are counters or times. */
const monotone = 0.9

/** `range` is missing in what former versions saved. */
type Fit = { readonly center: number; readonly scale: number; readonly range?: number; readonly tail: Tail }

/** Whether numbers count up or down: nearly all that differ from the one before, or the newest quarter beyond the oldest. */
function isCounting(values: Float64Array): boolean {
  let rises = 0
  let falls = 0
  for (let i = 1; i < values.length; i++) {
    const step = (values[i] as number) - (values[i - 1] as number)
    if (step > 0) rises++
    else if (step < 0) falls++
  }
  if (Math.max(rises, falls) >= monotone * (rises + falls)) return true
  const quarter = Math.floor(values.length / 4)
  const oldest = values.subarray(0, quarter)
  const newest = values.subarray(-quarter)
  return Math.min(...newest) > Math.max(...oldest) || Math.max(...newest) < Math.min(...oldest)
}

/** The fit of a place whose numbers are measurements: not a counter or clock, not a code of few values. */
function fitPlace(values: Float64Array): Fit | undefined {
  if (isCounting(values)) return undefined
  const sorted = sortPresent(values)
  if (new Set(sorted).size < fewDistinct) return undefined
  const { center, scale } = robustScale(sorted)
  if (!(scale > 0)) return undefined
  const range = sorted.at(-1)! - sorted[0]!
  return { center, scale, range, tail: fitTail(sortPresent(values.map((value) => Math.abs(value - center) / scale))) }
}

/**
 * Robust deviation of a number from the last 256 in the same place, as a tail probability; refitted every 32 numbers from the
 * 64th on, and every 128 from the 256th on. Places that count up or down (clocks, offsets, identifiers
 * in order, also where each comes several times or they are a little out of order) or take fewer than four values are silent.
 * No probability is below 1 / n² after n numbers: so few cannot tell more.
 */
export function createValueDetector(saved?: ValueState): ValueDetector {
  const values = new Float64Array(history)
  values.set(saved?.values ?? [])
  let { taken = 0, fit } = saved ?? {}
  const inOrder = (): Float64Array => {
    if (taken <= history) return values.slice(0, taken)
    const at = taken % history
    const ordered = new Float64Array(history)
    ordered.set(values.subarray(at))
    ordered.set(values.subarray(0, at), history - at)
    return ordered
  }
  return {
    push(value) {
      if (!Number.isFinite(value)) return undefined
      const before = fit
      values[taken % history] = value
      taken++
      if (taken >= fewest && taken % (taken < history ? refit : refitFull) === 0) fit = fitPlace(inOrder())
      if (before === undefined) return undefined
      const { center, scale, range } = before
      const distance = Math.abs(value - center)
      const probability = Math.max(tailProbability(before.tail, distance / scale), 1 / taken ** 2)
      const departure = { spreads: distance / scale, ...(range !== undefined && { rangeShare: distance / range }) }
      return { probability, observed: value, usual: center, ...departure }
    },
    state: () => ({ values: values.slice(0, Math.min(taken, history)), taken, fit }),
  }
}
