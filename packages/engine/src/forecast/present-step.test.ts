import { expect, it } from 'vitest'
import { buildFrame } from '../series/build-frame.ts'
import type { Frame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { forecastFrame } from './forecast-frame.ts'
import { presentStep } from './present-step.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]
const wave = (time: number): number => 50 + 5 * Math.sin((2 * Math.PI * time) / (24 * HOUR))

/** A daily wave of 3,000 rows a minute apart, and then rows an hour apart. */
function changed(hours: number, jitterMs = 0): Frame {
  const random = createRandom(4)
  const times = Float64Array.from({ length: 3000 + hours }, (_, row) =>
    row < 3000 ? row * MINUTE : (row - 2949) * HOUR + Math.round(jitterMs * random()),
  )
  return buildFrame([parseSeriesName('m')], times, [times.map((time) => wave(time) + 0.5 * normal(random))])
}

it('is that of the last rows where they have come to be farther apart, in whole milliseconds', () => {
  expect(presentStep(changed(300))).toBe(HOUR)
  expect(Number.isInteger(presentStep(changed(300, 25)))).toBe(true)
  expect(presentStep(changed(20))).toBe(MINUTE)
  expect(presentStep(buildFrame([], new Float64Array(0), []))).toBe(0)
})

it('gives a forecast with a range that is not empty after such a change', () => {
  const frame = changed(300)
  const { forecasts } = forecastFrame({ ...frame, stepMs: presentStep(frame) }, { horizon: 6, level: 0.9 })
  const { times, low, mid, high } = forecasts[0]!.forecast
  expect([...times]).toEqual([1, 2, 3, 4, 5, 6].map((hours) => frame.times.at(-1)! + hours * HOUR))
  for (const [k, time] of times.entries()) {
    expect(high[k]! - low[k]!).toBeGreaterThan(0.5)
    expect(Math.abs(mid[k]! - wave(time))).toBeLessThan(1.5)
  }
})
