import { describe, expect, it } from 'vitest'
import { buildFrame, type Frame, type Model, parseSeriesName, trainModel } from '../../../packages/engine/src/index.ts'
import { createRandom, normal } from '../../../packages/engine/src/stats/random.ts'
import type { ChoosingFault } from './choosing-faults.ts'
import { countQuiet, excess, tryFault } from './trial.ts'

const burst: ChoosingFault = {
  what: 'burst',
  sizes: [40],
  rows: 20,
  value: ({ usual }, row, size) => usual(row) + size,
}

/** Noise about 100, and a shift of so much in some rows. */
function noise(seed: number, rows: number, isShifted: (row: number) => boolean = () => false): Frame {
  const random = createRandom(seed)
  const values = Float64Array.from({ length: rows }, (_, row) => 100 + normal(random) + (isShifted(row) ? 40 : 0))
  const times = Float64Array.from({ length: rows }, (_, row) => 300_000 * (seed * 10_000 + row))
  return buildFrame([parseSeriesName('m[a]')], times, [values])
}

function train(): Model {
  const trained = trainModel(noise(0, 3000), { modelType: 'Split' })
  if (trained.kind !== 'model') throw new Error(trained.reason)
  return trained.model
}

describe('countQuiet', () => {
  it('counts what is flagged of noise at a rate', () => {
    const quiet = countQuiet(train(), noise(1, 5000), [0.01, 0.001])
    expect(quiet).toMatchObject({ rows: 5000, periods: 0, inPeriods: 0 })
    expect(quiet.flagged[0]! / 5000).toBeGreaterThan(0.005)
    expect(quiet.flagged[0]! / 5000).toBeLessThan(0.02)
  })
})

describe('tryFault', () => {
  const model = train()
  const place = { fault: burst, from: 100, end: 120, isLasting: false }

  it('loses nothing by a fault that is reported as it was', () => {
    const frame = noise(1, 400, (row) => row >= 100 && row < 120)
    expect(tryFault(model, frame, place)).toEqual({ isMissed: false, uncovered: 0, outside: 0, parts: 0 })
  })

  it('loses a fault that is not there, and its rows', () => {
    expect(tryFault(model, noise(1, 400), place)).toEqual({ isMissed: true, uncovered: 1, outside: 0, parts: 0 })
  })

  it('counts rows reported outside of the fault, by its rows and an hour', () => {
    const { outside, uncovered } = tryFault(
      model,
      noise(1, 400, (row) => row >= 100 && row < 136),
      place,
    )
    expect(uncovered).toBe(0)
    expect(outside).toBeCloseTo(Math.log1p(16 / 32), 12)
  })

  it('counts two periods of one fault as parts, and not those of one that comes back', () => {
    const isWrong = (row: number): boolean => row < 20 || row >= 200
    const frame = noise(1, 600, (row) => row >= 100 && row < 320 && isWrong(row - 100))
    const whole = { ...place, end: 320 }
    expect(tryFault(model, frame, whole)).toMatchObject({ isMissed: false, parts: Math.log(2) })
    const again = tryFault(model, frame, { ...whole, fault: { ...burst, rows: 220, isWrong } })
    expect(again).toEqual({ isMissed: false, uncovered: 0, outside: 0, parts: 0 })
  })

  it('allows what lasts to be reported for a day', () => {
    const frame = noise(1, 1500, (row) => row >= 100)
    const { uncovered, ...trial } = tryFault(model, frame, { ...place, end: 388, isLasting: true })
    expect(uncovered).toBeUndefined()
    expect(trial).toEqual({ isMissed: false, outside: 0, parts: 0 })
  })
})

describe('excess', () => {
  it('returns 0 within what is allowed, and the logarithm beyond it', () => {
    expect([excess(0, 2), excess(2, 2), excess(6, 2)]).toEqual([0, 0, Math.log(3)])
  })
})
