import { bestNaive, tryForecast } from '../../detection/forecast-world/try-forecast.ts'
import type { Figures } from '../measure-with.ts'
import { choosingForecasts } from './choosing-forecasts.ts'

const SEEDS = [60_000, 60_001]
const ORIGINS = 8
const PROMISED = 0.9
/** How far the share that a range holds may lie from the promised one. */
const SLACK = 0.05
/** A range that holds ten points too many or too few, beyond the slack, counts like an error that is a fifth larger. */
const WORTH_OF_RANGE = 2
/** No series is to be forecast more than so many times worse than by the best naive forecast: what goes beyond counts four times more. */
const NO_WORSE = 1.05
const WORTH_OF_WORSE = 4

/**
 * The error of forecasts over that of the best naive one, how far the range holds more or less than promised, both as means over series,
 * and how far series are worse than promised; `loss` is the logarithm of the first, and the others.
 */
export function measure(): Figures {
  const trials = choosingForecasts(SEEDS).flatMap((series) => tryForecast(series, ORIGINS) ?? [])
  const ratios = trials.map((trial) => Math.log(trial.error / bestNaive(trial)))
  const off = trials.map(({ covered }) => Math.max(0, Math.abs(covered - PROMISED) - SLACK))
  const range = mean(off)
  const worse = mean(ratios.map((ratio) => Math.max(0, ratio - Math.log(NO_WORSE))))
  return {
    ...Object.fromEntries(trials.map(({ name }, k) => [`${name} ${SEEDS[k % SEEDS.length]}`, Math.exp(ratios[k]!)])),
    error: Math.exp(mean(ratios)),
    range,
    worse,
    loss: mean(ratios) + WORTH_OF_RANGE * range + WORTH_OF_WORSE * worse,
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
