import { describe, expect, it } from 'vitest'
import { type Frame, sliceFrame } from '../series/frame.ts'
import { type ColumnKind, changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { detect } from './detect.ts'
import { findPeriods } from './find-periods.ts'
import { findRuns } from './find-runs.ts'
import { MODEL_TYPES } from './model-type.ts'
import { renderSentence } from './render-sentence.ts'
import { createScorer } from './scorer.ts'

const KINDS: ColumnKind[] = ['noise', 'slow', 'shared', 'noise', 'slow', 'shared', 'noise', 'slow', 'shared']
const NAMES = ['cpu[a]', 'mem[a]', 'net[a]', 'cpu[b]', 'mem[b]', 'net[b]', 'cpu[c]', 'mem[c]', 'net[c]'].map(
  (name, k) => `${name}[${k < 6 ? 'shop' : 'bank'}]:${k % 3}`,
)
const frame = simulateFrame(KINDS, 1_000, 6, NAMES)
const normal = sliceFrame(frame, 0, 600)
const DEFAULTS = { pvalue: 0.99, cvalue: 5 }
const optionsOf = (modelType: string) => (modelType === 'DBScan' ? { pvalue: 1, cvalue: 5 } : DEFAULTS)
const all = (f: Frame, columns: number[], from: number, to: number, value: number) =>
  columns.reduce((g, column) => changeRows(g, column, from, to, () => value), f)

describe('findPeriods', () => {
  it.each(MODEL_TYPES)('%s dates a fault and names its series first', (modelType) => {
    const faulty = changeRows(frame, 3, 800, 812, (x) => x + 80)
    const { periods } = detect(train(normal, { modelType }), faulty, optionsOf(modelType))
    const found = periods.find((period) => period.fromRow < 812 && period.toRow > 800)!
    expect(Math.abs(found.fromRow - 800)).toBeLessThanOrEqual(2)
    expect(Math.abs(found.toRow - 812)).toBeLessThanOrEqual(2)
    expect(found).toMatchObject({
      kind: 'anomaly',
      isMissingValue: false,
      start: frame.times[found.fromRow],
      rows: found.toRow - found.fromRow,
    })
    expect(found.val).toBeGreaterThan(1)
    expect(found.series[0]).toMatchObject({ seriesId: 'cpu[b][shop]:0', side: 1 })
    expect(found.series.reduce((sum, one) => sum + one.share, 0)).toBeCloseTo(1, 9)
    expect(found.series[0]!.peak).toBeGreaterThan(120)
    expect(found.series[0]!.usual).toBeCloseTo(50, -1)
    expect(found.series[0]!.spread).toBeGreaterThan(2.5)
    expect(found.series[0]!.spread).toBeLessThan(4.5)
    const rows = periods.filter((period) => period !== found).reduce((sum, period) => sum + period.rows, 0)
    expect(rows).toBeLessThan(20)
  })

  it('says of a slow leak that it rose, and ends it where it fell back to its level', () => {
    const rows = 5 * 1_440
    const week = simulateFrame(['noise', 'noise'], rows, 3)
    const model = train(sliceFrame(week, 0, 2 * 1_440), { modelType: 'Split' })
    const leak = changeRows(week, 0, 4_000, 4_720, (x, index) => x + (60 * index) / 720)
    const { periods } = detect(model, leak, DEFAULTS)
    const found = periods.find(({ toRow }) => toRow > 4_500)!
    expect(found.series[0]).toMatchObject({ seriesId: 'm0[n1]', side: 1 })
    expect(found.series[0]!.peak).toBeGreaterThan(105)
    expect(Math.abs(found.toRow - 4_720)).toBeLessThanOrEqual(2)
  })

  it('begins a row earlier where the series was already off on the same side, as where a fault begins within a row', () => {
    const model = train(normal, { modelType: 'Split' })
    const startWith = (before: number): number => {
      const faulty = changeRows(
        changeRows(frame, 3, 800, 812, () => 90),
        3,
        799,
        800,
        () => before,
      )
      return detect(model, faulty, DEFAULTS).periods.find(({ toRow }) => toRow > 800)!.fromRow
    }
    expect([50, 59, 43].map(startWith)).toEqual([800, 799, 800])
  })

  it('begins where a slow fault began, though it is flagged later, and says for how long it lasted', () => {
    const model = train(normal, { modelType: 'Split' })
    const ramp = changeRows(frame, 3, 800, 880, (x, k) => x + k / 3)
    const scored = createScorer(model).push(ramp)
    const found = findPeriods(scored, ramp, model, DEFAULTS).find(({ toRow }) => toRow > 800)!
    const run = findRuns(scored.probability, 0.01, 5).find(({ toRow }) => toRow > 800)!
    expect(found.fromRow).toBeGreaterThanOrEqual(800)
    expect(found.fromRow).toBeLessThan(run.fromRow - 2)
    expect(found).toMatchObject({ start: ramp.times[found.fromRow], rows: found.toRow - found.fromRow })
    expect(found.sentence).toMatchObject({ durationMs: found.rows * ramp.stepMs })
  })

  it('gives a value below normal a negative val', () => {
    const faulty = changeRows(frame, 3, 800, 812, (x) => x - 30)
    const [period] = detect(train(normal, { modelType: 'Holistic' }), faulty, DEFAULTS).periods
    expect(period!.val).toBeLessThan(-1)
    expect(period!.val).not.toBe(-Math.PI)
    expect(period!.series[0]!.side).toBe(-1)
  })

  it('finds that a latency fell to a tenth, which the plain scale does not show', () => {
    const calm = simulateFrame(['latency', 'noise'], 1_500, 1, ['latency_ms[a]', 'cpu[a]'])
    // A single value below 0 forbids the log scale
    const [onLog, plain] = [calm, changeRows(calm, 0, 500, 501, () => -1)].map((training) =>
      train(sliceFrame(training, 0, 1_000), { modelType: 'Holistic' }),
    )
    const fallen = changeRows(calm, 0, 1_200, 1_220, (x) => x / 10)
    const { periods, scored } = detect(onLog!, fallen, { pvalue: 0.99, cvalue: 3 })
    expect([onLog!.columns[0]!.logUnit !== undefined, plain!.columns[0]!.logUnit]).toEqual([true, undefined])
    expect(detect(plain!, fallen, { pvalue: 0.99, cvalue: 3 }).periods).toEqual([])
    expect(periods.length).toBeGreaterThan(0)
    expect(periods.every(({ fromRow, toRow }) => fromRow >= 1_200 && toRow <= 1_220)).toBe(true)
    const { peak, usual, spread } = periods[0]!.series[0]!
    expect(periods[0]).toMatchObject({ series: [{ seriesId: 'latency_ms[a]', side: -1 }], sentence: { side: -1 } })
    expect([usual > 30 && usual < 50, peak < 8]).toEqual([true, true])
    expect(periods[0]!.sentence).toMatchObject({ peak, usual })
    expect((usual - peak) / spread).toBeGreaterThan(2)
    expect([scored.expectedLow[0]![1_199]! > 0, scored.expectedHigh[0]![1_199]! > 100]).toEqual([true, true])
  })

  it('names the series that breaks with the others though none is anomalous alone', () => {
    const together = simulateFrame(['shared', 'shared', 'shared', 'shared', 'shared'], 3_000, 3)
    const model = train(sliceFrame(together, 0, 2_000), { modelType: 'Holistic' })
    const mirrored = changeRows(together, 2, 2_500, 2_520, (x) => 60 - x)
    const { scored, periods } = detect(model, mirrored, { pvalue: 0.9, cvalue: 3 })
    const anomalous = periods.filter((period) => period.fromRow < 2_520 && period.toRow > 2_500)
    expect(anomalous.length).toBeGreaterThan(0)
    expect(anomalous[0]!.series[0]!.seriesId).toBe('m2[n1]')
    expect(Math.min(...scored.seriesProbability[2]!.subarray(2_500, 2_520))).toBeGreaterThan(1e-4)
  })

  it('marks an instance whose series are all near zero with minus pi exactly', () => {
    const faulty = all(frame, [3, 4, 5], 800, 820, 0)
    const { periods } = detect(train(normal, { modelType: 'Holistic' }), faulty, DEFAULTS)
    const down = periods.filter((period) => period.kind === 'down')
    expect(down).toMatchObject([{ val: -Math.PI, fromRow: 800, toRow: 820, isMissingValue: false }])
    expect(down[0]!.series.map((one) => one.seriesId)).toEqual(NAMES.slice(3, 6))
    expect(down[0]!.sentence).toMatchObject({ kind: 'down', instance: 'b', isSilent: false, durationMs: 20 * 60_000 })
    expect(
      periods.filter((period) => period.kind === 'anomaly' && period.fromRow >= 800 && period.toRow <= 820),
    ).toEqual([])
  })

  it('does not call values far below zero near it', () => {
    const { periods } = detect(train(normal, { modelType: 'Holistic' }), all(frame, [3, 4, 5], 800, 820, -30), DEFAULTS)
    expect(periods.map(({ kind }) => kind)).toEqual(['anomaly'])
  })

  it('marks an instance whose series are all silent, as missing', () => {
    const faulty = all(frame, [3, 4, 5], 800, 820, Number.NaN)
    const { periods, gaps } = detect(train(normal, { modelType: 'Split' }), faulty, DEFAULTS)
    expect(periods.filter((period) => period.kind === 'down')).toMatchObject([{ val: -Math.PI, isMissingValue: true }])
    expect(gaps).toMatchObject([{ kind: 'silent', instance: 'b', fromRow: 800, toRow: 820 }])
  })

  it('tells the time at the floor of an only series as part of the fall around it', () => {
    const one = simulateFrame(['noise'], 2_000, 4, ['rides'])
    const lower = (by: number) => (x: number) => x - by
    const fallen = changeRows(changeRows(one, 0, 1_500, 1_560, lower(25)), 0, 1_520, 1_540, () => 0)
    const { periods } = detect(train(sliceFrame(one, 0, 1_200), { modelType: 'Holistic' }), fallen, DEFAULTS)
    expect(periods).toMatchObject([{ kind: 'anomaly', hasDownTime: true, val: -10, fromRow: 1_500 }])
    expect(periods[0]!.sentence).toMatchObject({ peak: 0, floorMs: 20 * 60_000 })
    expect(renderSentence(periods[0]!.sentence, 'en')).toMatch(/^rides fell to 0, usually .*, near zero for 20 min/)
    const onlyDown = changeRows(one, 0, 1_520, 1_540, () => 0)
    expect(
      detect(train(sliceFrame(one, 0, 1_200), { modelType: 'Holistic' }), onlyDown, DEFAULTS).periods,
    ).toMatchObject([{ kind: 'down', val: -Math.PI, fromRow: 1_520, toRow: 1_540 }])
  })

  it('tells silence within a fall of an only series as an instance that is down, and never as a value', () => {
    const three = simulateFrame(['noise', 'noise', 'noise'], 2_000, 4, ['cpu[a]', 'cpu[b]', 'cpu[c]'])
    const model = train(sliceFrame(three, 0, 1_200), { modelType: 'Holistic' })
    const fallen = changeRows(three, 0, 1_500, 1_600, (x) => x - 25)
    const told = (from: number, to: number) => {
      const silent = changeRows(
        changeRows(fallen, 0, 1_520, 1_535, () => 0),
        0,
        from,
        to,
        () => Number.NaN,
      )
      return detect(model, silent, DEFAULTS).periods.map(({ sentence }) => renderSentence(sentence, 'en'))
    }
    const fall = expect.stringMatching(
      /^cpu on a fell to [^,]*, usually [^,]*, for 1 h 4[01] min, the only metric that moved there$/,
    )
    expect(told(1_520, 1_535)).toEqual([fall, 'a went down: its only series silent, for 15 min'])
    expect(told(1_525, 1_530)).toEqual([fall, 'a went down: its only series silent or near zero, for 15 min'])
  })

  it('counts no time at the floor in which nothing was received', () => {
    const one = simulateFrame(['noise'], 2_000, 4, ['rides'])
    const fallen = changeRows(
      changeRows(one, 0, 1_500, 1_560, (x) => x - 25),
      0,
      1_520,
      1_540,
      () => 0,
    )
    const gap = changeRows(fallen, 0, 1_526, 1_534, () => Number.NaN)
    const { periods } = detect(train(sliceFrame(one, 0, 1_200), { modelType: 'Holistic' }), gap, DEFAULTS)
    expect(periods).toMatchObject([{ kind: 'anomaly', sentence: { floorMs: 12 * 60_000 } }])
  })

  it('does not call one series at zero an instance that is down', () => {
    const faulty = all(frame, [3], 800, 820, 0)
    const { periods } = detect(train(normal, { modelType: 'Holistic' }), faulty, DEFAULTS)
    expect(periods.some((period) => period.kind === 'down')).toBe(false)
  })

  it('finds more for a lower pvalue and less for a higher cvalue', () => {
    const model = train(normal, { modelType: 'Holistic' })
    const faulty = changeRows(frame, 3, 800, 812, (x) => x + 80)
    const { scored } = detect(model, faulty, DEFAULTS)
    const count = (pvalue: number, cvalue: number) => findPeriods(scored, faulty, model, { pvalue, cvalue }).length
    expect(count(0.5, 2)).toBeGreaterThan(count(0.99, 2))
    expect(count(0.99, 5)).toBeGreaterThan(count(0.99, 1000))
  })

  it('names the largest value of the lead series and what was expected at that time', () => {
    // Rising, so that the value furthest from what is expected is not where the others stand
    const faulty = changeRows(frame, 3, 800, 840, (x, k) => x + (k < 20 ? 60 : 60 + k))
    const { periods } = detect(train(normal, { modelType: 'Holistic' }), faulty, DEFAULTS)
    const [found] = periods.filter(({ fromRow, toRow }) => fromRow < 840 && toRow > 800)
    const { fromRow, toRow, sentence, series } = found!
    const values = faulty.columns[3]!.subarray(fromRow, toRow)
    const peak = Math.max(...values)
    const at = faulty.times[fromRow + values.indexOf(peak)]
    expect(series[0]).toMatchObject({ seriesId: 'cpu[b][shop]:0', peak, peakAt: at, firstAt: faulty.times[800] })
    expect(sentence).toMatchObject({ isExtreme: true, peak, usual: series[0]!.usual, metrics: 1, instances: 1 })
  })

  it('counts only series whose deviation is more than chance among all of them', () => {
    const wide = simulateFrame(Array<ColumnKind>(200).fill('slow'), 1_500, 11)
    const model = train(sliceFrame(wide, 0, 1_000), { modelType: 'Holistic' })
    const faulty = changeRows(wide, 77, 1_200, 1_230, (x) => x + 40)
    const { periods } = detect(model, faulty, DEFAULTS)
    const [found] = periods.filter(({ fromRow, toRow }) => fromRow < 1_230 && toRow > 1_200)
    expect(found!.series[0]!.seriesId).toBe('m77[n1]')
    expect(found!.sentence).toMatchObject({ metrics: 1, instances: 1, isFirst: true })
  })

  it('claims no order of series that moved in the same sample', () => {
    const both = [3, 4].reduce((changed, column) => changeRows(changed, column, 800, 825, (x) => x + 60), frame)
    const { periods } = detect(train(normal, { modelType: 'Split' }), both, DEFAULTS)
    const [found] = periods.filter(({ fromRow, toRow }) => fromRow < 825 && toRow > 800)
    expect(found!.series.slice(0, 2).map(({ firstAt }) => firstAt)).toEqual([frame.times[800], frame.times[800]])
    expect(renderSentence(found!.sentence, 'en')).toMatch(/, one of 2 metrics that moved$/)
  })

  it('counts metrics and instances that moved, and who was first', () => {
    const faults = [3, 0, 4, 5].reduce(
      (changed, column, k) => changeRows(changed, column, 800 + 2 * k, 825, (x) => x + 40),
      frame,
    )
    const { periods } = detect(train(normal, { modelType: 'Split' }), faults, DEFAULTS)
    const [found] = periods.filter(({ fromRow, toRow }) => fromRow < 825 && toRow > 800)
    // cpu, mem and net on b, cpu on a
    expect(found!.sentence).toMatchObject({ metrics: 3, instances: 2 })
    expect(found!.series.filter(({ firstAt }) => firstAt !== null)).toHaveLength(4)
  })

  it('takes parts of one fault, and the swing back after it, for one finding', () => {
    const steps = (x: number, k: number) => (k % 12 < 8 ? x + 60 : x + 4)
    const faulty = changeRows(changeRows(frame, 3, 800, 844, steps), 3, 850, 858, (x) => x - 30)
    const { periods } = detect(train(normal, { modelType: 'Holistic' }), faulty, DEFAULTS)
    const near = periods.filter(({ fromRow, toRow }) => fromRow < 870 && toRow > 790)
    expect(near).toHaveLength(1)
    expect(near[0]).toMatchObject({ fromRow: 800, toRow: 844, recoveringUntil: frame.times[857] })
    expect(near[0]!.val).toBeGreaterThan(1)
    expect(near[0]!.sentence).toMatchObject({ durationMs: 44 * 60_000, recoveryMs: 14 * 60_000 })
  })

  it.each([[[3]], [[3, 4, 5]]])(
    'takes no later fall that goes further for the swing back of a rise (%s)',
    (columns) => {
      const rise = changeRows(frame, 3, 800, 840, (x) => x + 60)
      const faulty = columns.reduce((changed, column) => changeRows(changed, column, 860, 880, (x) => x - 150), rise)
      const { periods } = detect(train(normal, { modelType: 'Holistic' }), faulty, DEFAULTS)
      const near = periods.filter(({ fromRow, toRow }) => fromRow < 890 && toRow > 790)
      expect(near.map(({ fromRow, toRow, series }) => [fromRow, toRow, series[0]!.side])).toEqual([
        [800, 840, 1],
        [860, 880, -1],
      ])
      expect(near[0]).not.toHaveProperty('recoveringUntil')
    },
  )

  it('takes another fault elsewhere soon after for another finding', () => {
    const faulty = changeRows(
      changeRows(frame, 3, 800, 830, (x) => x + 60),
      1,
      836,
      850,
      (x) => x + 40,
    )
    const { periods } = detect(train(normal, { modelType: 'Split' }), faulty, DEFAULTS)
    const leads = periods
      .filter(({ fromRow, toRow }) => fromRow < 850 && toRow > 800)
      .map(({ series }) => series[0]!.seriesId)
    expect(leads).toEqual(['cpu[b][shop]:0', 'mem[a][shop]:1'])
  })

  it.each(['noise', 'shared', 'daily'] as const)('learns no level from a fault of a day (%s)', (kind) => {
    const days = simulateFrame([kind, kind, kind, kind], 7_000, 3)
    const model = train(sliceFrame(days, 0, 3_000), { modelType: 'Holistic' })
    const faulty = changeRows(days, 1, 3_500, 5_000, (x) => x + 60)
    const found = detect(model, faulty, DEFAULTS).periods.filter(({ toRow }) => toRow > 3_500)
    expect(found).toMatchObject([{ fromRow: 3_500 }])
    expect(found[0]!.series[0]).toMatchObject({ seriesId: 'm1[n1]', side: 1 })
    expect(Math.abs(found[0]!.toRow - 5_000)).toBeLessThanOrEqual(5)
    expect(found[0]).not.toHaveProperty('recoveringUntil')
  })

  it('takes a level that the model learned, and lost again, for one fault, after many others', () => {
    const days = simulateFrame(['noise', 'shared', 'shared'], 7_000, 3)
    const model = train(sliceFrame(days, 0, 3_000), { modelType: 'Split' })
    let faulty = changeRows(days, 1, 3_500, 6_500, (x) => x + 60)
    for (let from = 4_700; from < 6_400; from += 80) faulty = changeRows(faulty, 0, from, from + 8, (x) => x + 60)
    const found = detect(model, faulty, DEFAULTS).periods.filter(({ series }) => series[0]!.seriesId === 'm1[n1]')
    const ofFault = found.filter(({ fromRow, toRow }) => toRow > 3_500 && fromRow < 6_700)
    expect(ofFault).toHaveLength(1)
    expect(ofFault[0]!.fromRow).toBe(3_500)
    expect(Math.abs(ofFault[0]!.toRow - 6_500)).toBeLessThanOrEqual(5)
  })

  it.each(['noise', 'shared', 'daily'] as const)('calls a level that stays the new normal, once (%s)', (kind) => {
    const days = simulateFrame([kind, kind, kind, kind], 7_000, 3)
    const model = train(sliceFrame(days, 0, 3_000), { modelType: 'Holistic' })
    const shifted = changeRows(days, 1, 3_500, 7_000, (x) => x + 60)
    const found = detect(model, shifted, DEFAULTS).periods.filter(({ toRow }) => toRow > 3_500)
    expect(found).toMatchObject([{ fromRow: 3_500, isNewNormal: true, sentence: { isNewNormal: true } }])
    expect(found[0]!.rows).toBeLessThanOrEqual(1_440)
  })

  describe('in a column that drifts', () => {
    const drifting = (rows: number): Frame => {
      const noise = simulateFrame(['noise', 'noise'], rows, 4, ['cpu[a]', 'mem[a]'])
      return noise.columns.reduce((waves, _, column) => changeRows(waves, column, 0, rows, addWave), noise)
    }
    /** A wave of ten and a half hours, which is no daily rhythm. */
    const addWave = (x: number, k: number): number => x + 30 * Math.sin(k / 100)

    it.each([
      [30, 2_530],
      [200, 2_700],
      [500, 3_000],
    ])('tells a fault of %i rows for as long as it lasts', (_, until) => {
      const days = drifting(3_000)
      for (const modelType of ['Holistic', 'Split'] as const) {
        const model = train(sliceFrame(days, 0, 2_000), { modelType })
        expect(model.columns[0]!.tracking.drifts).toBe(true)
        const faulty = changeRows(days, 0, 2_500, until, (x) => x + 200)
        const found = detect(model, faulty, DEFAULTS).periods.filter(({ toRow }) => toRow > 2_500)
        expect(found).toMatchObject([{ fromRow: 2_500, sentence: { metric: 'cpu', side: 1 } }])
        expect(Math.abs(found[0]!.toRow - until)).toBeLessThanOrEqual(2)
        expect(Math.abs(found[0]!.series[0]!.usual - days.columns[0]![2_499]!)).toBeLessThan(15)
      }
    })

    it('calls a step that stays the new normal after a day, and not before', () => {
      const days = drifting(7_000)
      const model = train(sliceFrame(days, 0, 2_000), { modelType: 'Holistic' })
      const shifted = changeRows(days, 0, 2_500, 7_000, (x) => x + 200)
      const found = detect(model, shifted, DEFAULTS).periods.filter(({ toRow }) => toRow > 2_500)
      expect(found).toMatchObject([{ fromRow: 2_500, isNewNormal: true }])
      const early = detect(model, sliceFrame(shifted, 2_000, 3_900), DEFAULTS).periods
      expect(early).toMatchObject([{ fromRow: 500, toRow: 1_900 }])
      expect(early[0]).not.toHaveProperty('isNewNormal')
    })

    it('leads with the series that moved first, though both go as far', () => {
      const days = drifting(3_000)
      const model = train(sliceFrame(days, 0, 2_000), { modelType: 'Holistic' })
      const first = changeRows(days, 0, 2_500, 2_530, (x) => x + 200)
      const faulty = changeRows(first, 1, 2_510, 2_530, (x) => x + 200)
      const [found] = detect(model, faulty, DEFAULTS).periods.filter(({ toRow }) => toRow > 2_500)
      expect(found).toMatchObject({ fromRow: 2_500, sentence: { metric: 'cpu', metrics: 2, isFirst: true } })
    })
  })

  it.each(['Holistic', 'HolisticCP', 'Split'] as const)(
    'never calls a ramp that still grows the new normal (%s)',
    (modelType) => {
      const days = simulateFrame(['noise', 'shared', 'noise'], 7_000, 3)
      const model = train(sliceFrame(days, 0, 3_000), { modelType })
      for (const perRow of [0.1, 0.2, 0.5]) {
        const ramp = changeRows(days, 0, 3_500, 7_000, (x, k) => x + perRow * k)
        const found = detect(model, ramp, DEFAULTS).periods.filter(({ toRow }) => toRow > 3_500)
        expect(found.length).toBeGreaterThan(0)
        expect(found.filter(({ isNewNormal }) => isNewNormal)).toEqual([])
      }
    },
  )

  it('takes a fault for no less severe for what is joined with it', () => {
    const model = train(normal, { modelType: 'Split' })
    const fault = changeRows(frame, 3, 800, 812, (x) => x - 40)
    // The lowest value now comes where little is expected
    const longer = changeRows(fault, 3, 812, 824, (x) => x - 41)
    const [alone] = detect(model, fault, DEFAULTS).periods.filter(({ fromRow }) => fromRow >= 795)
    const [joined] = detect(model, longer, DEFAULTS).periods.filter(({ fromRow }) => fromRow >= 795)
    expect(joined!.rows).toBeGreaterThan(alone!.rows)
    expect(Math.abs(joined!.val)).toBeGreaterThanOrEqual(Math.abs(alone!.val))
  })

  it('needs only what a store gives back', () => {
    const model = train(normal, { modelType: 'Hybrid' })
    const faulty = changeRows(frame, 3, 800, 812, (x) => x + 80)
    const { scored, periods } = detect(model, faulty, DEFAULTS)
    const stored = { ...scored, probability: Float64Array.from(scored.probability) }
    expect(findPeriods(stored, faulty, model, DEFAULTS)).toEqual(periods)
  })

  it.each([1, -0.1, Number.NaN, 1.5])('refuses pvalue %d', (pvalue) => {
    const model = train(normal, { modelType: 'Split' })
    expect(() => detect(model, frame, { pvalue, cvalue: 5 })).toThrow(RangeError)
  })

  it.each([0, 1.5, 1001, Number.NaN])('refuses cvalue %d', (cvalue) => {
    const model = train(normal, { modelType: 'Split' })
    expect(() => detect(model, frame, { pvalue: 0.99, cvalue })).toThrow(RangeError)
  })

  it('takes a pvalue of 0', () => {
    const { periods } = detect(train(normal, { modelType: 'Split' }), frame, { pvalue: 0, cvalue: 1 })
    expect(periods.every(({ val }) => Math.abs(val) >= 1 && Math.abs(val) <= 10)).toBe(true)
  })
})

describe('HolisticCP', () => {
  it('drops a shift that becomes the new normal and keeps a fault that passes', () => {
    const long = simulateFrame(KINDS, 1_200, 6, NAMES)
    const shifted = changeRows(long, 3, 800, 1_200, (x) => x + 40)
    const holistic = detect(train(sliceFrame(long, 0, 600), { modelType: 'Holistic' }), shifted, DEFAULTS).periods
    const filtered = detect(train(sliceFrame(long, 0, 600), { modelType: 'HolisticCP' }), shifted, DEFAULTS).periods
    const rowsFrom = (periods: typeof holistic) =>
      periods.filter((p) => p.toRow > 800).reduce((sum, p) => sum + p.rows, 0)
    expect(rowsFrom(holistic)).toBeGreaterThan(300)
    expect(rowsFrom(filtered)).toBeLessThan(20)
  })
})
