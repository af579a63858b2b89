import { forecast } from '../../packages/engine/src/index.ts'
import { median } from '../../packages/engine/src/stats/quantile.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import { DAY, nabSeries, randomWalks, shopSeries, type TrialSeries } from './forecast-world/seasonal-series.ts'
import { bestNaive, ratio, type Trial, tryForecast } from './forecast-world/try-forecast.ts'

/** With fewer, the share of values within the range is dominated by chance. */
const ORIGINS = 12
const SEEDS = [5, 6]
const WALKS = [1, 2, 3, 4, 5, 6, 7, 8]
/** Days of the shop to learn from, and days ahead: too little history for two horizons after its first two days. */
const SHORT = [
  [7, 3],
  [14, 6.5],
] as const
/** Values of the series that forecasts are timed on. */
const TIMED = 4000

/**
 * A day ahead, from 12 times in the second half of each series: NAB's files with a daily or weekly rhythm (by the test that
 * trained models use) and the others, every series of the sample shop over four weeks, and random walks. Naive forecasts are the last value,
 * the last day, the last week. Then several days ahead from one week and two of the shop.
 */
export function run(): Measurement[] {
  const { seasonal: files, others } = nabSeries()
  const nab = trialsOf(files)
  const shop = trialsOf(shopSeries(SEEDS))
  const took = timeOf([...files, ...shopSeries(SEEDS.slice(0, 1))].filter(({ values }) => values.length >= TIMED))
  return [
    ...summary('NAB', nab),
    ...outsideLabels(nab),
    ...nab.map((trial) => one(trial.name, [trial])),
    ...withoutRhythm('NAB without a rhythm', trialsOf(others)),
    ...withoutRhythm('random walks', trialsOf(randomWalks(WALKS))),
    ...summary('shop', shop),
    ...[...new Set(shop.map(({ metric }) => metric))].map((metric) =>
      one(
        `shop, ${metric}`,
        shop.filter((trial) => trial.metric === metric),
      ),
    ),
    ...SHORT.map(([days, ahead]) => fromLittle(days, ahead)),
    atMost('a forecast of a day from 4,000 values, median', 100, median(took), 'ms', `${took.length} series`),
    atMost('a forecast of a day from 4,000 values, slowest', 100, Math.max(...took), 'ms'),
  ]
}

function trialsOf(series: readonly TrialSeries[]): Trial[] {
  return series.flatMap((one) => tryForecast(one, ORIGINS) ?? [])
}

function summary(set: string, trials: readonly Trial[]): Measurement[] {
  const gains = trials.filter((trial) => bestNaive(trial) > 0).map((trial) => trial.error / seasonalNaive(trial))
  const ratios = trials.map((trial) => ratio(trial.error, bestNaive(trial)))
  // Where the future repeats the past exactly, a range without width holds everything.
  const covered = trials.filter((trial) => bestNaive(trial) > 0).map((trial) => trial.covered)
  const within = covered.filter((share) => share >= 0.85 && share <= 0.95).length
  return [
    atMost(`${set}: error over best naive, worst series`, 1.05, Math.max(...ratios), '', `${trials.length} series`),
    atMost(`${set}: error over seasonal naive, mean`, 0.9, gains.reduce((a, b) => a + b, 0) / gains.length),
    atLeast(`${set}: least held by a 90 % range`, 0.85, Math.min(...covered)),
    atMost(`${set}: most held by a 90 % range`, 0.95, Math.max(...covered)),
    forComparison(`${set}: series of which the range holds 85 to 95 %`, within, '', `of ${covered.length}`),
  ]
}

/** The same without values labelled as abnormal, which are unpredictable. */
function outsideLabels(trials: readonly Trial[]): Measurement[] {
  const calm = trials.filter((trial) => bestNaive(trial) > 0).map((trial) => trial.calm)
  const worst = Math.max(...calm.map((one) => ratio(one.error, bestNaive(one))))
  const covered = calm.map((one) => one.covered)
  return [
    forComparison('NAB, outside labelled windows: error over best naive, worst series', worst),
    forComparison('NAB, outside labelled windows: least held by a 90 % range', Math.min(...covered)),
    forComparison('NAB, outside labelled windows: most held by a 90 % range', Math.max(...covered)),
  ]
}

/** Of series without a rhythm the last value is the naive forecast. */
function withoutRhythm(set: string, trials: readonly Trial[]): Measurement[] {
  const ofLast = trials.map((trial) => ratio(trial.error, trial.naive.last))
  const covered = trials.map((trial) => trial.covered)
  const worst = trials[ofLast.indexOf(Math.max(...ofLast))]!
  return [
    atMost(`${set}: error over last value, worst series`, 1.05, Math.max(...ofLast), '', worst.name),
    forComparison(
      `${set}: error over last value, mean`,
      ofLast.reduce((sum, one) => sum + one, 0) / ofLast.length,
      '',
      `${trials.length} series`,
    ),
    atLeast(`${set}: least held by a 90 % range`, 0.85, Math.min(...covered)),
    atMost(`${set}: most held by a 90 % range`, 0.95, Math.max(...covered)),
  ]
}

/** Several days ahead from little history, where the naive forecast is the last day, again and again. */
function fromLittle(days: number, ahead: number): Measurement {
  const gains = shopSeries(SEEDS).map(({ times, values, stepMs }) => {
    const day = Math.round(DAY / stepMs)
    const [origin, horizon] = [days * day, Math.round(ahead * day)]
    const found = forecast(times.subarray(0, origin), values.subarray(0, origin), { horizon, stepMs })
    if (found.kind === 'insufficient') throw new Error(`${days} days are too few for ${ahead} ahead`)
    const truth = values.subarray(origin, origin + horizon)
    const error = totalMiss(truth, (step) => found.mid[step]!)
    return ratio(
      error,
      totalMiss(truth, (step) => values[origin - day + (step % day)]!),
    )
  })
  const mean = gains.reduce((sum, one) => sum + one, 0) / gains.length
  return forComparison(`shop, ${ahead} days ahead from ${days}: error over the last day, mean`, mean)
}

function totalMiss(truth: Float64Array, said: (step: number) => number): number {
  return truth.reduce((sum, value, step) => sum + Math.abs(value - said(step)), 0)
}

/** The better of the last day and the last week. */
function seasonalNaive({ naive: { day, week } }: Trial): number {
  return Math.min(day, week)
}

function one(name: string, trials: readonly Trial[]): Measurement {
  const worst = trials.reduce((soFar, trial) => (overBest(trial) > overBest(soFar) ? trial : soFar))
  const { naive } = worst
  const best = (['last', 'day', 'week'] as const).reduce((soFar, kind) => (naive[kind] < naive[soFar] ? kind : soFar))
  const shares = trials.map(({ covered }) => Math.round(covered * 100))
  const held = shares.length === 1 ? `${shares[0]}` : `${Math.min(...shares)} to ${Math.max(...shares)}`
  const among = trials.length === 1 ? '' : `worst of ${trials.length}, `
  return forComparison(`${name}: error over best naive`, overBest(worst), '', `${among}naive: ${best}; ${held} % held`)
}

function overBest(trial: Trial): number {
  return ratio(trial.error, bestNaive(trial))
}

/** Processor time of a forecast of each series from its latest values, the middle of three in ms. */
function timeOf(series: readonly TrialSeries[]): number[] {
  return series.map(({ times, values, stepMs }) => {
    const options = { horizon: Math.round(DAY / stepMs), stepMs }
    const runs = [1, 2, 3].map(() => {
      const before = process.cpuUsage()
      forecast(times.slice(-TIMED), values.slice(-TIMED), options)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    return median(runs)
  })
}
