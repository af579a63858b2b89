import { expect, it } from 'vitest'
import { buildFrame } from '../series/build-frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { simulateFrame } from '../testing/simulate-frame.ts'
import { forecastFrame } from './forecast-frame.ts'

const frame = simulateFrame(['slow', 'noise'], 200, 3)

it('forecasts the chosen columns and says when each crosses the limit', () => {
  const { forecasts, tooShort, horizonMs } = forecastFrame(frame, { horizon: 10, level: 0.9, limit: 1e6, columns: [1] })
  expect(forecasts.map(({ series }) => series)).toEqual(['m1[n1]'])
  expect(forecasts[0]?.crossing?.about).toBeUndefined()
  expect([tooShort, horizonMs]).toEqual([[], 600_000])
})

it('gives a series with too few values as too short, with what it has and needs', () => {
  const columns = [frame.columns[0]!, frame.columns[1]!.map((value, row) => (row < 5 ? value : Number.NaN))]
  const { forecasts, tooShort } = forecastFrame({ ...frame, columns }, { horizon: 10, level: 0.9 })
  expect(forecasts).toHaveLength(1)
  expect(tooShort).toEqual([{ series: 'm1[n1]', got: 5, need: expect.any(Number) }])
})

it('forecasts by the present interval where rows have come to be farther apart', () => {
  const [minute, hour, random] = [60_000, 3_600_000, createRandom(4)]
  const times = Float64Array.from({ length: 3300 }, (_, row) => (row < 3000 ? row * minute : (row - 2949) * hour))
  const values = times.map((time) => 50 + 5 * Math.sin((2 * Math.PI * time) / (24 * hour)) + 0.5 * normal(random))
  const changed = buildFrame([parseSeriesName('m')], times, [values])
  const { forecasts, horizonMs } = forecastFrame(changed, { horizon: 6 * 60, level: 0.9 })
  const { times: ahead, low, mid, high } = forecasts[0]!.forecast
  expect(horizonMs).toBe(6 * hour)
  expect([...ahead]).toEqual([1, 2, 3, 4, 5, 6].map((hours) => times.at(-1)! + hours * hour))
  for (const [k, time] of ahead.entries()) {
    expect(high[k]! - low[k]!).toBeGreaterThan(0.5)
    expect(Math.abs(mid[k]! - 50 - 5 * Math.sin((2 * Math.PI * time) / (24 * hour)))).toBeLessThan(1.5)
  }
})
