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

/**
 * The error of forecasts over that of the best naive one, and how far the range holds more or less than promised, both as means over series;
 * `loss` is the logarithm of the one, and the other.
 */
export function measure(): Figures {
  const trials = choosingForecasts(SEEDS).flatMap((series) => tryForecast(series, ORIGINS) ?? [])
  const ratios = trials.map((trial) => Math.log(trial.error / bestNaive(trial)))
  const off = trials.map(({ covered }) => Math.max(0, Math.abs(covered - PROMISED) - SLACK))
  const range = mean(off)
  return {
    ...Object.fromEntries(trials.map(({ name }, k) => [`${name} ${SEEDS[k % SEEDS.length]}`, Math.exp(ratios[k]!)])),
    ...{ error: Math.exp(mean(ratios)), range, loss: mean(ratios) + WORTH_OF_RANGE * range },
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
