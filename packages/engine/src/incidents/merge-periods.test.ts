import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detect } from '../detect/detect.ts'
import { sliceFrame } from '../series/frame.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import type { IncidentLog, IncidentPeriod } from './incident.ts'
import { describeIncident, gatherFindings, mergePeriods } from './merge-periods.ts'
import { renderIncidentTitle } from './render-incident-title.ts'

const OPTIONS = { stepMs: 1_000, cvalue: 5 }
const period = (
  start: number,
  end: number,
  seriesId = 'cpu[a]',
  val = 2,
  kind: IncidentPeriod['kind'] = 'anomaly',
) => ({
  start,
  end,
  val,
  probability: 10 ** -Math.abs(val),
  kind,
  series: [{ seriesId, share: 1, side: val < 0 ? (-1 as const) : (1 as const) }],
})
const down = (start: number, end: number, instance: string) => period(start, end, `cpu[${instance}]`, -Math.PI, 'down')
const log = (start: number, end = start, val = 1): IncidentLog => ({
  start,
  end,
  val,
  probability: 0.01,
  finding: 'new',
  templateId: 't1',
  template: 'disk <*> failed',
  instance: 'b',
})

describe('mergePeriods', () => {
  it('joins what lies within twice cvalue samples, and not a millisecond more', () => {
    const close = mergePeriods({ periods: [period(0, 5_000), period(15_000, 16_000)] }, OPTIONS)
    expect(close.map(({ start, end, periodPlaces }) => [start, end, periodPlaces])).toEqual([[0, 16_000, [0, 1]]])
    expect(mergePeriods({ periods: [period(0, 5_000), period(15_001, 16_000)] }, OPTIONS)).toHaveLength(2)
  })

  it('asks what has nothing in common to be twice as close', () => {
    const spans = (...periods: IncidentPeriod[]) =>
      mergePeriods({ periods }, OPTIONS).map(({ start, end }) => [start, end])
    expect(spans(period(0, 5_000, 'cpu[a]'), period(10_000, 11_000, 'mem[b]'))).toEqual([[0, 11_000]])
    expect(spans(period(0, 5_000, 'cpu[a]'), period(10_001, 11_000, 'mem[b]'))).toHaveLength(2)
    expect(spans(period(0, 5_000, 'cpu[a]'), period(10_001, 11_000, 'mem[a]'))).toEqual([[0, 11_000]])
    expect(spans(period(0, 5_000, 'cpu[a]'), period(10_001, 11_000, 'cpu[b]'))).toHaveLength(2)
  })

  it('takes what begins on another instance for another incident once an incident no longer spreads, although it lasts', () => {
    const leak = period(0, 900_000, 'mem[a]')
    const spans = (...periods: IncidentPeriod[]) =>
      mergePeriods({ periods: [leak, ...periods] }, OPTIONS).map(({ start, end }) => [start, end])
    expect(spans(period(15_000, 70_000, 'cpu[b]'), period(30_000, 130_000, 'net[c]'))).toEqual([[0, 900_000]])
    expect(spans(period(15_001, 70_000, 'cpu[b]'))).toEqual([
      [0, 900_000],
      [15_001, 70_000],
    ])
    expect(spans(period(14_000, 70_000, 'net[a]'), period(16_000, 70_000, 'cpu[b]'))).toHaveLength(2)
    expect(spans(period(600_000, 700_000, 'cpu[a]'))).toEqual([[0, 900_000]])
  })

  it('takes in an instance that was part of an incident only while what was found on it lasts', () => {
    const spans = (start: number) =>
      mergePeriods(
        { periods: [period(0, 900_000, 'mem[a]'), period(0, 20_000, 'cpu[b]'), period(start, 700_000, 'net[b]')] },
        OPTIONS,
      )
    expect(spans(30_000)).toHaveLength(1)
    expect(spans(30_001)).toHaveLength(2)
  })

  it('takes what tells of no instance for a part of an incident for longer', () => {
    const leak = period(0, 900_000, 'mem[a]')
    const spans = (start: number, seriesId: string) =>
      mergePeriods({ periods: [leak, period(start, 700_000, seriesId)] }, OPTIONS)
    expect(spans(60_000, 'orders')).toHaveLength(1)
    expect(spans(60_001, 'orders')).toHaveLength(2)
  })

  it('comes back to an incident that something else came after, and leaves that alone', () => {
    const input = { periods: [period(0, 5_000), period(10_500, 11_000, 'net[c]'), period(14_000, 15_000, 'mem[a]')] }
    expect(mergePeriods(input, OPTIONS).map(({ periodPlaces }) => periodPlaces)).toEqual([[0, 2], [1]])
    const apart = { periods: [period(0, 5_000), period(10_500, 10_600, 'net[c]')], logs: [log(15_601)] }
    expect(mergePeriods(apart, OPTIONS)).toHaveLength(3)
  })

  it('joins what only log lines without an instance lie between', () => {
    const { instance: _, ...line } = log(10_500)
    const input = { periods: [period(0, 5_000), period(14_000, 15_000, 'mem[a]')], logs: [line] }
    expect(mergePeriods(input, OPTIONS)).toMatchObject([{ periodPlaces: [0, 1], logPlaces: [0] }])
  })

  it('takes the next outage for another incident, with what it does to the instance that has just recovered', () => {
    const load = period(41_000, 70_000, 'net[a]')
    const input = { periods: [down(0, 35_000, 'a'), load, down(41_000, 76_000, 'b')] }
    const found = mergePeriods(input, OPTIONS)
    expect(found).toMatchObject([
      { end: 35_000, periodPlaces: [0], title: { instance: 'a' } },
      { end: 76_000, periodPlaces: [1, 2], title: { instance: 'b' } },
    ])
  })

  it('takes an outage for a consequence of what lasts on its instance, not of what is over', () => {
    const places = (loadEnd: number) => {
      const load = period(0, loadEnd, 'net[b]')
      const periods = [down(0, 35_000, 'a'), load, down(41_000, 76_000, 'b')]
      return mergePeriods({ periods }, OPTIONS).map(({ periodPlaces }) => periodPlaces)
    }
    expect(places(41_000)).toEqual([[0, 1, 2]])
    expect(places(40_999)).toEqual([[0, 1], [2]])
  })

  it('takes an instance that goes down again for the incident of its first outage, whatever began meanwhile', () => {
    const outages = [down(0, 35_000, 'a'), down(41_000, 76_000, 'b'), down(44_000, 50_000, 'a')]
    expect(mergePeriods({ periods: outages }, OPTIONS).map(({ periodPlaces }) => periodPlaces)).toEqual([[0, 2], [1]])
  })

  it('measures from the latest end, not from the last member', () => {
    const input = { periods: [period(0, 60_000), period(1_000, 2_000), period(65_000, 66_000)] }
    expect(mergePeriods(input, OPTIONS)).toHaveLength(1)
  })

  it('by hand: weighs shares by how bad each period was, and takes the worst val with its sign', () => {
    const [incident] = mergePeriods({ periods: [period(0, 1, 'cpu[a]', 3), period(1, 2, 'mem[b]', -1)] }, OPTIONS)
    expect(incident).toMatchObject({ val: 3, probability: 1e-3, kind: 'cpu', instances: ['a', 'b'] })
    expect(incident!.series).toEqual([
      { seriesId: 'cpu[a]', share: 0.75, side: 1, onset: 0 },
      { seriesId: 'mem[b]', share: 0.25, side: -1, onset: 1 },
    ])
  })

  it('joins log findings with metrics, and calls an incident of logs alone so', () => {
    const joined = mergePeriods({ periods: [period(0, 5_000)], logs: [log(9_000), log(90_000)] }, OPTIONS)
    expect(joined.map(({ kind, logPlaces }) => [kind, logPlaces])).toEqual([
      ['cpu', [0]],
      ['log', [1]],
    ])
    expect(joined[0]!.title).toMatchObject({ metric: 'cpu', instance: 'a', metrics: 1, instances: 2, logs: 1 })
    expect(joined[1]!.title).toEqual({
      kind: 'log',
      instance: 'b',
      side: 1,
      template: 'disk <*> failed',
      metrics: 0,
      instances: 1,
      logs: 1,
      durationMs: 1_000,
    })
  })

  it('puts an instance that is down before all else', () => {
    const periods = [period(0, 9, 'cpu[a]', 10), period(0, 9, 'cpu[b]', -Math.PI, 'down')]
    expect(mergePeriods({ periods }, OPTIONS)[0]).toMatchObject({ kind: 'instanceDown', val: -Math.PI })
    const fall = { ...period(0, 5_000, 'cpu[a]', -10), hasDownTime: true as const }
    expect(mergePeriods({ periods: [fall] }, OPTIONS)[0]).toMatchObject({ kind: 'instanceDown', val: -10 })
    const gaps = [{ kind: 'silent' as const, start: 0, end: 9, instance: 'c', seriesIds: ['cpu[c]', 'mem[c]'] }]
    expect(mergePeriods({ gaps }, OPTIONS)[0]).toMatchObject({ kind: 'instanceDown', instances: ['c'], gapPlaces: [0] })
  })

  it('names the instance that is down, not one that moved with it', () => {
    const outage = period(0, 9_000, 'cpu[b]', -Math.PI, 'down')
    const moved = ['cpu[a]', 'mem[a]'].map((seriesId) => period(0, 9_000, seriesId, 10))
    const [incident] = mergePeriods({ periods: [...moved, outage] }, OPTIONS)
    expect(incident).toMatchObject({ kind: 'instanceDown', title: { metric: 'cpu', instance: 'b', side: -1 } })
    const gaps = [{ kind: 'silent' as const, start: 0, end: 9_000, instance: 'c', seriesIds: ['cpu[c]'] }]
    expect(mergePeriods({ periods: moved, gaps }, OPTIONS)[0]!.title.instance).toBe('c')
  })

  it('counts a collector that was silent as an incident without a severity', () => {
    const seriesIds = ['cpu[a]', 'mem[b]']
    const collector = { kind: 'collector' as const, start: 20_000, end: 30_000, seriesIds }
    const [before, gap, ...more] = mergePeriods({ periods: [period(0, 5_000)], gaps: [collector] }, OPTIONS)
    expect([before!.kind, before!.gapPlaces, more]).toEqual(['cpu', [], []])
    expect(gap).toMatchObject({ kind: 'collector', val: 0, probability: Number.NaN, periodPlaces: [], gapPlaces: [0] })
    expect(renderIncidentTitle(gap!.title, 'en')).toBe('Collector silent: no series reported for 11 s')
    expect(renderIncidentTitle(gap!.title, 'zh-CN')).toBe('采集器无数据：所有序列均未上报，持续 11 秒')
  })

  it('takes a silent collector for an incident of its own, also beside one and after it', () => {
    const gapAt = (start: number, end: number) => ({
      kind: 'collector' as const,
      start,
      end,
      seriesIds: ['cpu[a]', 'mem[b]'],
    })
    const periods = [period(0, 5_000), period(10_500, 14_000, 'mem[b]')]
    const found = mergePeriods({ periods, gaps: [gapAt(4_000, 9_000), gapAt(10_000, 12_000)] }, OPTIONS)
    expect(found.map(({ kind, val, periodPlaces, gapPlaces }) => [kind, val, periodPlaces, gapPlaces])).toEqual([
      ['cpu', 2, [0], []],
      ['collector', 0, [], [0, 1]],
      ['memory', 2, [1], []],
    ])
  })

  it('does not join all that happens while one series stands still', () => {
    const frozen = { kind: 'frozen' as const, start: 0, end: 500_000, seriesIds: ['cpu[c]'] }
    const periods = [period(10_000, 20_000), period(200_000, 210_000, 'mem[b]'), period(400_000, 410_000, 'cpu[c]')]
    const found = mergePeriods({ periods, gaps: [frozen] }, OPTIONS)
    expect(found.map(({ kind, periodPlaces, gapPlaces }) => [kind, periodPlaces, gapPlaces])).toEqual([
      ['cpu', [2], [0]],
      ['cpu', [0], []],
      ['memory', [1], []],
    ])
    const [alone] = mergePeriods({ gaps: [frozen] }, OPTIONS)
    expect(renderIncidentTitle(alone!.title, 'en')).toBe('Value stands still: cpu on c for 8 min')
  })

  it('knows an instance that is new', () => {
    const input = { periods: [period(1_000, 9_000, 'cpu[n]')], newInstances: [{ instance: 'n', at: 1_000 }] }
    expect(mergePeriods(input, OPTIONS)[0]!.kind).toBe('newInstance')
    expect(mergePeriods({ ...input, newInstances: [{ instance: 'm', at: 0 }] }, OPTIONS)[0]!.kind).toBe('cpu')
  })

  it('takes a series name of any shape', () => {
    const [incident] = mergePeriods({ periods: [period(0, 1, 'a:b:c[')] }, OPTIONS)
    expect(incident).toMatchObject({ kind: 'metric', instances: [], title: { metric: 'a:b:c[' } })
  })

  it('finds the same incidents in any order, at any time, in any unit of time', () => {
    const spans = fc.array(fc.tuple(fc.nat(500_000), fc.nat(20_000)), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(spans, fc.nat(1e12), (list, shift) => {
        const periods = list.map(([start, length]) => period(start, start + length))
        const found = mergePeriods({ periods }, OPTIONS)
        const spansOf = (incidents: typeof found) => incidents.map(({ start, end }) => [start - shift, end - shift])
        const moved = [...periods].reverse().map((one) => ({ ...one, start: one.start + shift, end: one.end + shift }))
        expect(spansOf(mergePeriods({ periods: moved }, OPTIONS))).toEqual(found.map(({ start, end }) => [start, end]))
        expect(found.flatMap(({ periodPlaces }) => periodPlaces)).toHaveLength(list.length)
        for (const { series } of found) expect(series.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
        const slower = periods.map((one) => ({ ...one, start: 60 * one.start, end: 60 * one.end }))
        expect(mergePeriods({ periods: slower }, { stepMs: 60_000, cvalue: 5 })).toHaveLength(found.length)
      }),
    )
  })

  it('takes the periods that detection finds', () => {
    const frame = simulateFrame(Array(4).fill('noise'), 1_000, 6, ['cpu[a]', 'mem[a]', 'cpu[b]', 'mem[b]'])
    const faulty = changeRows(frame, 2, 800, 820, (x) => x + 60)
    const { periods } = detect(train(sliceFrame(frame, 0, 600), { modelType: 'Holistic' }), faulty, {
      pvalue: 0.999,
      cvalue: 5,
    })
    const incidents = mergePeriods({ periods }, { stepMs: frame.stepMs, cvalue: 5 })
    expect(incidents.map(({ kind, instances }) => [kind, instances[0]])).toContainEqual(['cpu', 'b'])
  })

  it('gives none for nothing, and refuses what cannot be', () => {
    expect(mergePeriods({}, OPTIONS)).toEqual([])
    expect(() => mergePeriods({}, { stepMs: 0, cvalue: 5 })).toThrow(RangeError)
    expect(() => mergePeriods({ periods: [period(2, 1)] }, OPTIONS)).toThrow(RangeError)
    expect(() => mergePeriods({ periods: [period(Number.NaN, 1)] }, OPTIONS)).toThrow(RangeError)
  })

  it('takes a flood of periods', () => {
    const periods = Array.from({ length: 200_000 }, (_, k) => period(k, k + 1))
    expect(mergePeriods({ periods }, OPTIONS)).toMatchObject([{ start: 0, end: 200_000 }])
  })

  it('lists at most fifty series', () => {
    const periods = Array.from({ length: 500 }, (_, k) => period(k, k + 1, `m${k}[a]`))
    const [incident] = mergePeriods({ periods }, OPTIONS)
    expect(incident!.series).toHaveLength(50)
    expect(incident!.fingerprint.features.length).toBeLessThanOrEqual(60)
  })
})

describe('gatherFindings', () => {
  it('puts findings into the incidents that they are said to be in, however far apart they are', () => {
    const input = {
      periods: [period(900_000, 905_000), period(0, 5_000, 'mem[b]'), period(2_000, 3_000)],
      logs: [log(1)],
    }
    const found = gatherFindings(input, { periods: ['x', 'x', 'y'], gaps: [], logs: ['y'] })
    expect(found).toMatchObject([
      { start: 0, end: 905_000, periodPlaces: [1, 0], logPlaces: [] },
      { start: 1, end: 3_000, periodPlaces: [2], logPlaces: [0] },
    ])
    expect(() => gatherFindings(input, { periods: ['x'], gaps: [], logs: ['y'] })).toThrow(RangeError)
  })
})

describe('describeIncident', () => {
  it('describes findings however far apart they are as one incident', () => {
    const periods = [period(0, 5_000), period(900_000, 905_000, 'mem[b]', 5)]
    const incident = describeIncident({ periods, logs: [log(400_000)] }, OPTIONS)
    expect(incident).toMatchObject({ start: 0, end: 905_000, val: 5, periodPlaces: [0, 1], logPlaces: [0] })
    expect(incident.title).toMatchObject({ metrics: 2, logs: 1 })
  })

  it('describes what belongs together as mergePeriods does', () => {
    const input = { periods: [period(0, 5_000), period(4_000, 9_000, 'mem[a]')] }
    expect([describeIncident(input, OPTIONS)]).toEqual(mergePeriods(input, OPTIONS))
  })

  it('refuses what cannot be', () => {
    expect(() => describeIncident({}, OPTIONS)).toThrow(RangeError)
    expect(() => describeIncident({ periods: [period(2, 1)] }, OPTIONS)).toThrow(RangeError)
    expect(() => describeIncident({ periods: [period(0, 1)] }, { stepMs: 0 })).toThrow(RangeError)
  })
})
