import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../../stats/random.ts'
import { createLevelTracker, type Tracking } from './level-tracker.ts'

const STEADY: Tracking = { gain: 0.01, drifts: false, scale: 1, level: 10, levelSpread: 0.1, acceptAfter: 0 }
const DRIFTING: Tracking = { gain: 0.05, drifts: true, scale: 1, level: 10, levelSpread: 20, acceptAfter: 12 }

describe('createLevelTracker', () => {
  it('moves at most gain times 2.5 spreads a value', () => {
    const tracker = createLevelTracker(STEADY, true)
    for (let k = 0; k < 10; k++) tracker.evaluate(1000, 1)
    expect(tracker.level - 10).toBeLessThan(10 * 0.01 * 2.5 * 1.01)
  })

  it('follows a slow drift', () => {
    const tracker = createLevelTracker(DRIFTING, true)
    let worst = 0
    for (let k = 0; k < 500; k++) worst = Math.max(worst, Math.abs(tracker.evaluate(10 + 0.02 * k, 1)))
    expect(worst).toBeLessThan(1)
    expect(tracker.level).toBeGreaterThan(19)
  })

  it('starts with an open mind where the level is not known', () => {
    const random = createRandom(1)
    const tracker = createLevelTracker(DRIFTING)
    for (let k = 0; k < 30; k++) expect(Math.abs(tracker.evaluate(40 + normal(random), 1))).toBeLessThan(4)
    expect(tracker.level).toBeCloseTo(40, 0)
  })

  it('takes a step for good once it has stood long enough, and not before', () => {
    const tracker = createLevelTracker(DRIFTING, true)
    const zScores = Array.from({ length: 30 }, () => tracker.evaluate(60, 1))
    expect(zScores.slice(0, 12).every((z) => z > 5)).toBe(true)
    expect(Math.abs(zScores[20]!)).toBeLessThan(2)
  })

  it('does not take a ramp for a step', () => {
    const tracker = createLevelTracker(DRIFTING, true)
    const zScores = Array.from({ length: 25 }, (_, k) => tracker.evaluate(10 + 2 * k, 1))
    expect(zScores[24]).toBeGreaterThan(5)
  })

  it('soon learns the way back from a step that it took for good, which is seen', () => {
    const tracker = createLevelTracker({ ...DRIFTING, acceptAfter: 40 }, true)
    for (let k = 0; k < 60; k++) tracker.evaluate(60, 1)
    const zScores = Array.from({ length: 14 }, () => tracker.evaluate(10, 1))
    expect(zScores.slice(0, 11).every((z) => z < -5)).toBe(true)
    expect(Math.abs(zScores[12]!)).toBeLessThan(1.5)
    expect(tracker.level).toBeCloseTo(10, 0)
  })

  it('never accepts in a steady column', () => {
    const tracker = createLevelTracker(STEADY, true)
    for (let k = 0; k < 40; k++) expect(tracker.evaluate(60, 1)).toBeGreaterThan(20)
  })

  it('learns nothing of its level or its spread from a fault that goes on', () => {
    const tracker = createLevelTracker({ ...DRIFTING, acceptAfter: 1_000 }, true)
    const zScores = Array.from({ length: 500 }, () => tracker.evaluate(60, 1))
    expect(tracker.level).toBe(10)
    expect(zScores[499]).toBeCloseTo(zScores[5]!, 1)
    expect(tracker.evaluate(60, 100)).toBe(zScores[499])
  })

  it('goes on from where a fault ends, as far as the level moved in training over such a time', () => {
    const moving: Tracking = { ...DRIFTING, acceptAfter: 1_000, levelMoves: [0.1, 0.4, 1.5, 6, 10] }
    const after = (rows: number): number => {
      const tracker = createLevelTracker(moving, true)
      for (let k = 0; k < rows; k++) tracker.evaluate(60, 1)
      return tracker.evaluate(18, 1)
    }
    expect(after(200)).toBeLessThan(1.5)
    expect(after(5)).toBeGreaterThan(4)
  })

  it('widens after a gap by how the level moved in training over such a time', () => {
    const known = createLevelTracker({ ...DRIFTING, levelMoves: [0.1, 0.4, 1.5, 6, 10] }, true)
    expect(Math.abs(known.evaluate(18, 200))).toBeLessThan(1.5)
  })

  it('passes over gaps and widens after them', () => {
    const [near, far] = [createLevelTracker(DRIFTING, true), createLevelTracker(DRIFTING, true)]
    expect(near.evaluate(Number.NaN, 1)).toBeNaN()
    expect(near.level).toBe(10)
    expect(Math.abs(far.evaluate(14, 500))).toBeLessThan(Math.abs(near.evaluate(14, 1)))
  })
})

describe('a level that was taken for good', () => {
  const accepts = { ...STEADY, levelMoves: [0.1], acceptAfter: 360 } as const
  const constant: Tracking = {
    gain: 0,
    drifts: false,
    scale: 1,
    level: 0,
    levelSpread: 0,
    isConstant: true,
    acceptAfter: 360,
  }

  function pass(
    tracker: ReturnType<typeof createLevelTracker>,
    rows: number,
    value: (row: number) => number,
  ): number[] {
    return Array.from({ length: rows }, (_, row) => tracker.evaluate(value(row), 1))
  }
  const around = (random: () => number, level: number, spread: number) => () => level + spread * normal(random)

  it('is as wide as its values, and as narrow as in training again where they are', () => {
    const random = createRandom(1)
    const tracker = createLevelTracker(accepts, true)
    expect(pass(tracker, 300, around(random, 100, 20)).every((zScore) => zScore > 5)).toBe(true)
    pass(tracker, 200, around(random, 100, 20))
    const wide = pass(tracker, 500, around(random, 100, 20))
    expect(wide.filter((zScore) => Math.abs(zScore) > 4)).toEqual([])
    pass(tracker, 2_000, around(random, 100, 1))
    expect(tracker.evaluate(140, 1)).toBeGreaterThan(15)
  })

  it('of a constant column has a slack of four deviations, and is the former one after a dozen values of that', () => {
    const random = createRandom(2)
    const tracker = createLevelTracker(constant, true)
    expect(pass(tracker, 300, around(random, 40, 11)).every((zScore) => zScore > 1.5)).toBe(true)
    pass(tracker, 200, around(random, 40, 11))
    expect(tracker.level).toBeCloseTo(40, -1)
    expect(tracker.slack).toBeGreaterThan(35)
    const usual = pass(tracker, 500, around(random, 40, 11))
    expect(usual.filter((zScore) => zScore !== 0).length).toBeLessThan(5)
    expect(tracker.evaluate(150, 1)).toBeGreaterThan(3)
    pass(tracker, 20, () => 0)
    expect({ level: tracker.level, slack: tracker.slack }).toEqual({ level: 0, slack: 0 })
    expect(tracker.evaluate(18, 1)).toBe(18)
  })

  it('goes on from a state in the midst of it, also from one that knows no spread yet', () => {
    const random = createRandom(3)
    const values = Array.from({ length: 600 }, around(random, 60, 1))
    const begun = createLevelTracker(accepts, true)
    for (const value of values.slice(0, 270)) begun.evaluate(value, 1)
    const state = begun.save()
    const { recentSum: _sum, recentSquares: _squares, bridged: _bridged, ...shift } = state.shift
    const { slack: _slack, formerSlack: _formerSlack, formerUnrest: _formerUnrest, ...before } = state
    const [same, older] = [state, { ...before, shift }].map((saved) => createLevelTracker(accepts, true, saved))
    for (const value of values.slice(270)) {
      const zScore = begun.evaluate(value, 1)
      expect(same!.evaluate(value, 1)).toBe(zScore)
      older!.evaluate(value, 1)
    }
    expect(same!.save()).toEqual(begun.save())
    expect(older!.save().unrest).toBe(1)
    expect(older!.level).toBeCloseTo(60, 0)
  })
})
