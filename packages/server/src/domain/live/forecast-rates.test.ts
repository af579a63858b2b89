import { describe, expect, it } from 'vitest'
import type { Compute, ForecastTask } from '../../ports/compute.ts'
import type { PointStore } from '../../ports/point-store.ts'
import { createForecasts } from './forecasts.ts'

const NAN = Number.NaN
const MINUTE = 60_000
const PLAN = { samplingMs: 10_000, stepMs: MINUTE, historyFrom: 0, from: 6 * MINUTE, steps: 24, timeZone: 'UTC' }
const SERIES = { seriesId: 'a', metric: 'sent_total', readSince: null, isAbnormal: false }

/** What is given to the forecast of a counter and a gauge with these values; `isSilent` where nothing came in the last ten seconds. */
async function taskOf(values: readonly number[], isSilent: boolean): Promise<ForecastTask['series']> {
  let found: ForecastTask['series'] = []
  const points: Pick<PointStore, 'readGrid' | 'reduceLive' | 'reduceLiveScores'> = {
    readGrid: async (_, numbers, { from, to }, stepMs) => {
      const isHistory = from === PLAN.historyFrom
      if (!isHistory) expect([to - from, stepMs]).toEqual([10_000, 10_000])
      const column = isHistory ? values : [isSilent ? NAN : values.at(-1)!]
      return { times: new Float64Array(column.length), columns: numbers.map(() => Float64Array.from(column)) }
    },
    reduceLive: async () => {
      const none = new Float64Array()
      const noRows = new Uint32Array()
      return { series: noRows, bucket: noRows, min: none, max: none, count: noRows, first: none, last: none }
    },
    reduceLiveScores: async (_, { series: numbers }) => {
      const each = (value: number) => Float64Array.from(numbers, () => value)
      const [degree, low, high] = [each(0), each(1), each(2)]
      return { series: Uint32Array.from(numbers), bucket: new Uint32Array(numbers.length), degree, low, high }
    },
  }
  const compute: Pick<Compute, 'forecast'> = {
    forecast: async (task) => {
      found = task.series
      return task.series.map(() => ({ kind: 'short', need: 30, got: 6 }))
    },
  }
  const forecasts = createForecasts({ points: points as PointStore, compute: compute as Compute })
  const both = [
    { ...SERIES, number: 0, isRate: true },
    { ...SERIES, number: 1, isRate: false },
  ]
  await forecasts.read({ sourceId: 'shop', plan: PLAN, series: both })
  return found
}

describe('the values that a counter is forecast from', () => {
  it('are its rates per second, with none after a reset', async () => {
    const [rates, values] = await taskOf([0, 60, 180, 30, NAN, 270], false)
    expect([...rates!.values]).toEqual([NAN, 1, 2, NAN, NAN, 2])
    expect([...values!.values]).toEqual([0, 60, 180, 30, NAN, 270])
  })
  it('leave out a last step at whose end nothing came', async () => {
    const [rates] = await taskOf([0, 60, 120, 180, 240, 250], true)
    expect([...rates!.values]).toEqual([NAN, 1, 1, 1, 1, NAN])
  })
})
