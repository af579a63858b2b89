import { expect, it } from 'vitest'
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
