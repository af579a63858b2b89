import { expect, it } from 'vitest'
import { choosingForecasts } from './choosing-forecasts.ts'

it('draws six weeks of each kind, the same for the same seed', () => {
  const series = choosingForecasts([5, 6])
  expect(series.length).toBe(20)
  for (const { times, values, stepMs } of series) {
    expect(times.at(-1)! - times[0]! + stepMs).toBe(42 * 86_400_000)
    expect(values.every(Number.isFinite)).toBe(true)
  }
  expect(choosingForecasts([5, 6])[3]!.values).toEqual(series[3]!.values)
  expect(series[2]!.values).not.toEqual(series[3]!.values)
})
