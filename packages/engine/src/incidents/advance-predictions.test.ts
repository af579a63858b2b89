import { describe, expect, it } from 'vitest'
import { createRandom } from '../stats/random.ts'
import { advancePredictions, type PredictionUpdate } from './advance-predictions.ts'
import { NO_PREDICTIONS, type PredictionRule, type PredictionState } from './prediction.ts'
import { weigh } from './weigh-rule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const RULE: PredictionRule = {
  id: 'log t1 new → key k1',
  source: 'learned',
  precursor: 'log t1 new',
  outcome: 'key k1',
  windowMs: HOUR,
  hits: 8,
  misses: 2,
  lead: { low: 10 * MINUTE, about: 20 * MINUTE, high: 30 * MINUTE },
  leads: [10 * MINUTE, 20 * MINUTE, 30 * MINUTE],
  doubt: 0,
  state: 'active',
}
const START: PredictionState = { ...NO_PREDICTIONS, rules: [RULE] }
const seen = (at: number) => ({ at, name: 'log t1 new' })
const begun = (at: number, ...outcomes: string[]) => ({ start: at, end: at + MINUTE, outcomes })
const through = (state: PredictionState, ...input: PredictionUpdate[]) =>
  input.reduce((before, one) => advancePredictions(before.state, one), {
    state,
    predicted: [],
    settled: [],
  } as ReturnType<typeof advancePredictions>)

describe('advancePredictions', () => {
  it('opens a prediction with its time and how often the rule was right', () => {
    const { predicted } = advancePredictions(START, { now: 0, precursors: [seen(0)] })
    expect(predicted).toEqual([
      {
        ruleId: RULE.id,
        outcome: 'key k1',
        at: 0,
        low: 10 * MINUTE,
        about: 20 * MINUTE,
        high: 30 * MINUTE,
        until: HOUR,
        probability: 0.75,
        hits: 8,
        misses: 2,
      },
    ])
  })

  it('counts a hit with its lead when the incident comes', () => {
    const after = through(
      START,
      { now: 0, precursors: [seen(0)] },
      { now: 15 * MINUTE, incidents: [begun(15 * MINUTE, 'key k1')] },
    )
    expect(after.settled).toEqual([{ ruleId: RULE.id, isHit: true, at: 15 * MINUTE }])
    expect(after.predicted).toEqual([])
    expect(after.state.rules[0]).toMatchObject({ hits: 9, misses: 2 })
    expect(after.state.rules[0]!.leads.at(-1)).toBe(15 * MINUTE)
  })

  it('counts a miss when the time is over, whatever else happens', () => {
    const after = through(
      START,
      { now: 0, precursors: [seen(0)] },
      { now: HOUR + 1, incidents: [begun(15 * MINUTE, 'key other')] },
    )
    expect(after.settled).toEqual([{ ruleId: RULE.id, isHit: false, at: HOUR }])
    expect(after.state.rules[0]).toMatchObject({ hits: 8, misses: 3 })
  })

  it('counts an incident once though it is reported again while it goes on', () => {
    const incident = begun(15 * MINUTE, 'key k1')
    const after = through(
      START,
      { now: 0, precursors: [seen(0)] },
      { now: 15 * MINUTE, incidents: [incident] },
      { now: 18 * MINUTE, precursors: [seen(17 * MINUTE)], incidents: [incident] },
      { now: 20 * MINUTE, incidents: [{ ...incident, end: 19 * MINUTE }] },
    )
    expect(after.state.rules[0]).toMatchObject({ hits: 9, misses: 2 })
    expect(after.predicted).toHaveLength(1)
  })

  it('takes what happens within an incident, or just before it, for a part of it', () => {
    const during = advancePredictions(START, { now: HOUR, precursors: [seen(30_000)], incidents: [begun(0, 'key z')] })
    expect(during.predicted).toEqual([])
    const before = through(START, { now: 0, precursors: [seen(0)] }, { now: 1, incidents: [begun(30_000, 'key k1')] })
    expect(before.settled).toEqual([])
    expect(before.state.open).toEqual([])
  })

  it('retires a rule that fails, by itself, and predicts no more from it', () => {
    let state = START
    let misses = 0
    while (state.rules[0]!.state === 'active' && misses < 100) {
      const at = misses++ * 2 * HOUR
      state = through(state, { now: at, precursors: [seen(at)] }, { now: at + HOUR + 1 }).state
    }
    expect(misses).toBeGreaterThan(4)
    expect(misses).toBeLessThan(12)
    expect(state.rules[0]!.retiredAt).toBe((misses - 1) * 2 * HOUR + HOUR)
    expect(advancePredictions(state, { now: 1e9, precursors: [seen(1e9)] }).predicted).toEqual([])
  })

  it('evaluates forecasts like rules: untested, then right, then retired', () => {
    const crossing = (at: number) => ({
      at,
      seriesId: 'disk[a]',
      low: at + HOUR,
      about: at + 2 * HOUR,
      high: at + 4 * HOUR,
    })
    const first = advancePredictions(NO_PREDICTIONS, { now: 0, crossings: [crossing(0)] })
    expect(first.predicted).toMatchObject([
      { outcome: 'series disk[a]', hits: 0, misses: 0, probability: 0.5, until: 6 * HOUR },
    ])
    const renewed = advancePredictions(first.state, { now: MINUTE, crossings: [crossing(MINUTE)] })
    expect(renewed.predicted).toMatchObject([{ at: 0, about: 2 * HOUR + MINUTE, until: 6 * HOUR }])
    const right = advancePredictions(renewed.state, { now: 3 * HOUR, incidents: [begun(3 * HOUR, 'series disk[a]')] })
    expect(right.state.rules[0]).toMatchObject({ source: 'forecast', hits: 1, misses: 0 })
    let state = right.state
    for (let k = 1; k < 30; k++)
      state = advancePredictions(state, { now: k * 1e9, crossings: [crossing(k * 1e9)] }).state
    expect(state.rules[0]!.state).toBe('retired')
    expect(state.open).toEqual([])
  })

  it('shows of each outcome the likeliest', () => {
    const second = { ...RULE, id: 'b', precursor: 'log t2 hot', hits: 30, misses: 0 }
    const precursors = [seen(0), { at: 1, name: 'log t2 hot' }]
    const { predicted, state } = advancePredictions({ ...START, rules: [RULE, second] }, { now: 2, precursors })
    expect(predicted.map(({ ruleId }) => ruleId)).toEqual(['b'])
    expect(state.open).toHaveLength(2)
  })

  it('gives the same whether news come at once or one by one, and changes nothing that was given', () => {
    const before = JSON.stringify(START)
    const input = [0, 3, 6, 9].map((k) => k * HOUR)
    const incidents = [begun(3 * HOUR + 20 * MINUTE, 'key k1'), begun(9 * HOUR + 5 * MINUTE, 'key k1')]
    const once = advancePredictions(START, { now: 12 * HOUR, precursors: input.map(seen), incidents })
    const steps = input.map((at) => ({
      now: at + 2 * HOUR,
      precursors: [seen(at)],
      incidents: incidents.filter((one) => one.start >= at && one.start < at + HOUR),
    }))
    expect(through(START, ...steps, { now: 12 * HOUR }).state).toEqual(once.state)
    expect(once.state.rules[0]).toMatchObject({ hits: 10, misses: 4 })
    expect(JSON.stringify(START)).toBe(before)
  })

  it('survives being written down', () => {
    const { state } = advancePredictions(START, { now: 0, precursors: [seen(0)] })
    const input = { now: HOUR, incidents: [begun(HOUR, 'key k1')] }
    expect(advancePredictions(JSON.parse(JSON.stringify(state)), input)).toEqual(advancePredictions(state, input))
  })

  it('keeps at most 500 rules, those at work first', () => {
    const rules = Array.from(
      { length: 700 },
      (_, k): PredictionRule => ({
        ...RULE,
        id: `r${k}`,
        ...(k < 300 ? { state: 'retired', retiredAt: k } : {}),
      }),
    )
    const { state } = advancePredictions({ ...START, rules }, { now: 0 })
    expect(state.rules).toHaveLength(500)
    expect(state.rules.filter((one) => one.state === 'active')).toHaveLength(400)
    expect(state.rules.some((one) => one.id === 'r299')).toBe(true)
  })

  it('refuses what is no time', () => {
    expect(() => advancePredictions(START, { now: Number.NaN })).toThrow(RangeError)
  })
})

describe('weigh', () => {
  it('keeps a rule that is as good as it promised for long', () => {
    const random = createRandom(5)
    let outcomes = 0
    let retired = 0
    while (outcomes < 20_000) {
      const good = { ...RULE }
      while (good.state === 'active' && outcomes < 20_000) {
        weigh(good, random() < 0.8, 0)
        outcomes++
      }
      if (good.state === 'retired') retired++
    }
    expect(outcomes / Math.max(1, retired)).toBeGreaterThan(150)
  })
})
