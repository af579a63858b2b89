import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IncidentPeriod } from '../incident.ts'
import { learnFromVerdicts } from './learn-from-verdicts.ts'
import { isHidden, previewVerdicts } from './preview-verdicts.ts'
import type { LabelledPeriod } from './verdict.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** A Monday at midnight, UTC. */
const MONDAY = Date.UTC(2026, 0, 5)

const period = (degree: number, start = MONDAY, shares: Record<string, number> = { 'cpu[a]': 1 }, val = 2) => ({
  start,
  end: start + 10 * MINUTE,
  val,
  probability: 10 ** -degree,
  kind: 'anomaly' as IncidentPeriod['kind'],
  series: Object.entries(shares).map(([seriesId, share]) => ({
    seriesId,
    share,
    side: val < 0 ? (-1 as const) : (1 as const),
  })),
})
const evaluate = (verdict: LabelledPeriod['verdict'], ...periods: IncidentPeriod[]): LabelledPeriod[] =>
  periods.map((one) => ({ period: one, verdict }))
const hiddenOf = (labelled: LabelledPeriod[], past: IncidentPeriod[]) =>
  learnFromVerdicts(labelled, past).effect.vanish.map(({ place }) => place)

describe('learnFromVerdicts', () => {
  it('hides what is alike and hardly worse, and shows what is worse, elsewhere or on the other side', () => {
    const past = [
      period(3),
      period(5),
      period(5.1),
      period(3, MONDAY, { 'cpu[b]': 1 }),
      period(3, MONDAY, undefined, -2),
    ]
    expect(hiddenOf(evaluate('false', period(4)), past)).toEqual([0, 1])
  })

  it('measures by probability, so that neither the pvalue nor the cap of val matters', () => {
    const capped = { ...period(25), val: 10 }
    expect(hiddenOf(evaluate('false', { ...period(16), val: 10 }), [capped, { ...period(20), val: 3 }])).toEqual([1])
  })

  it('knows what is alike though another of its series leads', () => {
    const labelled = evaluate('false', period(4, MONDAY, { 'cpu[a]': 0.51, 'mem[a]': 0.49 }))
    expect(hiddenOf(labelled, [period(3, MONDAY, { 'mem[a]': 0.6, 'cpu[a]': 0.4 })])).toEqual([0])
    expect(hiddenOf(labelled, [period(3, MONDAY, { 'cpu[a]': 0.4, 'net[a]': 0.6 })])).toEqual([])
  })

  it('knows a period of very many small parts again', () => {
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, k) => [`cpu[n${k}]`, 1 / 200]))
    expect(hiddenOf(evaluate('false', period(4, MONDAY, wide)), [period(4, MONDAY + DAY, wide)])).toEqual([0])
  })

  it('takes the worst of several false alarms, and ends there where what is true is near', () => {
    const labelled = [...evaluate('false', period(3), period(6), period(9)), ...evaluate('true', period(7))]
    const lesson = learnFromVerdicts(labelled, [period(6), period(6.5), period(9)])
    expect(lesson.rules).toMatchObject([{ kind: 'threshold', upTo: 6, verdicts: 2 }])
    expect(lesson.effect).toEqual({ vanish: [{ place: 0, rule: 0 }], keep: 2 })
    expect(lesson.conflicts).toEqual([2])
  })

  it('learns the hours that false alarms keep to, and hides somewhat worse ones there alone', () => {
    const nights = [0, 1, 2, 3].map((day) => period(4, MONDAY + day * DAY + (125 + 5 * day) * MINUTE))
    const lesson = learnFromVerdicts(evaluate('false', ...nights), [
      period(5.9, MONDAY + 9 * DAY + 130 * MINUTE),
      period(6.1, MONDAY + 9 * DAY + 130 * MINUTE),
      period(5.1, MONDAY + 9 * DAY + 600 * MINUTE),
    ])
    expect(lesson.rules.map(({ kind }) => kind)).toEqual(['threshold', 'exclusion'])
    expect(lesson.rules[1]).toMatchObject({ upTo: 6, window: { fromMinute: 110, toMinute: 166 } })
    expect(lesson.effect).toEqual({ vanish: [{ place: 0, rule: 1 }], keep: 2 })
  })

  it('learns a weekday, over midnight, in the local time', () => {
    const weeks = [0, 7, 14].map((day) => period(4, MONDAY + day * DAY + 2 * MINUTE))
    const lesson = learnFromVerdicts(evaluate('false', ...weeks), [
      period(5.5, MONDAY + 21 * DAY + MINUTE),
      period(5.5, MONDAY + 22 * DAY + MINUTE),
    ])
    expect(lesson.rules[1]).toMatchObject({ window: { fromMinute: 1_427, toMinute: 28, weekday: 0 } })
    expect(lesson.effect.vanish.map(({ place }) => place)).toEqual([0])
    const east = learnFromVerdicts(evaluate('false', ...weeks), [], { toLocal: (time) => time + 8 * 60 * MINUTE })
    expect(east.rules[1]).toMatchObject({ window: { fromMinute: 467, toMinute: 508, weekday: 1 } })
  })

  it('keeps to the wall clock when summer time ends', () => {
    const berlin = (time: number): number => time + (time < Date.UTC(2026, 9, 25, 1) ? 2 : 1) * 60 * MINUTE
    const days = [20, 21, 22].map((day) => period(4, Date.UTC(2026, 9, day)))
    const asked = [period(5.5, Date.UTC(2026, 10, 10, 1)), period(5.5, Date.UTC(2026, 10, 10))]
    const { rules } = learnFromVerdicts(evaluate('false', ...days), [], { toLocal: berlin })
    expect(asked.map((one) => rules.some((rule) => isHidden(rule, one)))).toEqual([true, false])
  })

  it('believes that an instance went down until it was reported twice that it did not', () => {
    const down = (start: number) => ({ ...period(30, start, undefined, -Math.PI), kind: 'down' as const })
    expect(learnFromVerdicts(evaluate('false', down(MONDAY)), []).rules).toEqual([])
    expect(learnFromVerdicts(evaluate('false', down(MONDAY), down(MONDAY + DAY)), []).rules).toHaveLength(1)
  })

  it('hides no fall in which an instance was down for one that was a mere dip', () => {
    const dip = period(23, MONDAY, { 'rides[a]': 1 }, -9.5)
    const outage = (start: number) => ({ ...period(26, start, { 'rides[a]': 1 }, -10), hasDownTime: true as const })
    expect(hiddenOf(evaluate('false', dip, dip), [dip, outage(MONDAY + DAY)])).toEqual([0])
    expect(hiddenOf(evaluate('false', outage(MONDAY)), [dip, outage(MONDAY + DAY)])).toEqual([])
    expect(hiddenOf(evaluate('false', outage(MONDAY), outage(MONDAY + DAY)), [dip, outage(MONDAY)])).toEqual([1])
    const down = { ...period(30, MONDAY, { 'rides[a]': 1 }, -Math.PI), kind: 'down' as const }
    expect(hiddenOf(evaluate('false', outage(MONDAY), down), [outage(MONDAY)])).toEqual([0])
  })

  it('never hides what was confirmed', () => {
    const one = fc.record({
      degree: fc.integer({ min: 1, max: 12 }),
      day: fc.nat(10),
      minute: fc.nat(1_439),
      name: fc.constantFrom('cpu[a]', 'cpu[b]'),
      share: fc.constantFrom(0.4, 0.6, 1),
      verdict: fc.constantFrom('true' as const, 'false' as const, 'unsure' as const),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), (list) => {
        const labelled = list.map(({ degree, day, minute, name, share, verdict }) => ({
          verdict,
          period: period(degree, MONDAY + day * DAY + minute * MINUTE, { [name]: share, 'mem[a]': 1 - share }),
        }))
        const truths = labelled.filter(({ verdict }) => verdict === 'true').map((each) => each.period)
        const { rules, effect } = learnFromVerdicts(labelled, truths)
        expect(effect.vanish).toEqual([])
        expect(previewVerdicts(rules, truths).keep).toBe(truths.length)
      }),
    )
  })

  it('tells which intervals training has to leave out', () => {
    const truths = evaluate('true', period(9, MONDAY + 5 * MINUTE), period(9, MONDAY), period(9, MONDAY + DAY))
    expect(
      learnFromVerdicts([...truths, ...evaluate('false', period(3, MONDAY + 2 * DAY))], []).trainingExclusions,
    ).toEqual([
      { start: MONDAY, end: MONDAY + 15 * MINUTE },
      { start: MONDAY + DAY, end: MONDAY + DAY + 10 * MINUTE },
    ])
  })

  it('learns nothing from nothing, nor from what is unsure', () => {
    const nothing = { rules: [], conflicts: [], effect: { vanish: [], keep: 1 }, trainingExclusions: [] }
    expect(learnFromVerdicts([], [period(3)])).toEqual(nothing)
    expect(learnFromVerdicts(evaluate('unsure', period(3)), [period(3)])).toEqual(nothing)
  })

  it('takes probabilities of 0', () => {
    expect(hiddenOf(evaluate('false', { ...period(3), probability: 0 }), [period(200)])).toEqual([0])
  })
})
