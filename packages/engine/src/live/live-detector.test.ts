import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Period } from '../detect/period.ts'
import { renderSentence } from '../detect/render-sentence.ts'
import type { SentenceParts } from '../detect/sentence.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { createLiveDetector } from './live-detector.ts'
import type { LiveFinding, LiveRows, LiveScores, LiveSeriesKey } from './live-state.ts'

declare function structuredClone<T>(value: T): T

const START = Date.UTC(2026, 0, 5)
const SECOND = 1000
const OPTIONS = { stepMs: SECOND, pvalue: 0.99, cvalue: 5 }
/** An interval at which series are known for more than an hour, and missed, from row 360 on. */
const SLOW = 10 * SECOND
const NAMES = ['cpu[a]', 'mem[a]', 'cpu[b]', 'mem[b]']

type Change = (value: number, column: number, row: number) => number

/** Noise around 50 of so many rows, changed here and there. */
function simulate(rows: number, change: Change = (value) => value, names = NAMES, stepMs = SECOND): LiveRows {
  const random = createRandom(7)
  const columns = names.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++)
    for (const [column, values] of columns.entries()) values[row] = change(50 + 2 * normal(random), column, row)
  return { times: Float64Array.from({ length: rows }, (_, row) => START + row * stepMs), columns }
}

function slice({ times, columns }: LiveRows, from: number, to: number): LiveRows {
  return { times: times.subarray(from, to), columns: columns.map((column) => column.subarray(from, to)) }
}

function open(names = NAMES, stepMs = SECOND) {
  const detector = createLiveDetector({ ...OPTIONS, stepMs })
  detector.addSeries(names.map((name): LiveSeriesKey => ({ key: parseSeriesName(name), type: undefined })))
  return detector
}

type Log = { row: number; finding: LiveFinding }[]

/** What is reported at which row, and what is open or kept at the end. */
function run(rows: LiveRows, names = NAMES, stepMs = SECOND) {
  const detector = open(names, stepMs)
  const log: Log = []
  const standing = new Map<string, LiveFinding>()
  for (let row = 0; row < rows.times.length; row++) {
    const round = detector.push(slice(rows, row, row + 1))
    for (const key of round.removed) standing.delete(key)
    for (const finding of round.changed) {
      standing.set(finding.key, finding)
      log.push({ row, finding })
    }
  }
  return { log, standing: [...standing.values()], detector }
}

const sentenceOf = (finding: LiveFinding): string => {
  const parts: SentenceParts = finding.type === 'period' ? finding.period.sentence : finding.gap.sentence
  return renderSentence(parts, 'en')
}

describe('createLiveDetector', () => {
  it('opens one finding of a fault at its cvalue-th sample, dates it back, and ends it when the fault ends', () => {
    const rows = simulate(2100, (value, column, row) => (column < 2 && row >= 2000 && row < 2060 ? value + 40 : value))
    const { log, standing } = run(rows)
    expect(standing.map(sentenceOf)).toEqual([
      expect.stringMatching(/^(cpu|mem) on a reached 9\d.*, for 60 s, first of 2 metrics to move|for 1 min/),
    ])
    expect(standing[0]).toMatchObject({
      state: 'over',
      period: { start: START + 2000 * SECOND, end: START + 2059 * SECOND },
    })
    expect(log[0]).toMatchObject({ row: 2004, finding: { state: 'open' } })
    expect(log.at(-1)!.row).toBe(2065)
    expect((standing[0] as { period: { val: number } }).period.val).toBeGreaterThan(3)
  })
  it('dates a fault back over the rows before its alarm that were at least half as far off', () => {
    const runWith = (fault: (row: number) => number) =>
      run(
        simulate(3100, (value, _, row) => value + fault(row), ['cpu[a]']),
        ['cpu[a]'],
      )
    const { log, standing } = runWith((row) => (row >= 3000 && row < 3060 ? 40 : 0))
    expect(log[0]!.row).toBe(3004)
    const period = { start: START + 3000 * SECOND, end: START + 3059 * SECOND, rows: 60 }
    expect(standing).toMatchObject([{ state: 'over', period }])
    const afterDrift = runWith((row) => (row < 2990 || row >= 3060 ? 0 : row < 3000 ? 11 : 80))
    expect(afterDrift.standing).toMatchObject([{ period }])
  })
  it('says that an instance went down whose series are all near zero, and when it comes back', () => {
    const isDown = (row: number): boolean => row >= 2000 && row < 2060
    const rows = simulate(2100, (value, column, row) => (column < 2 && isDown(row) ? 0 : value))
    const { log, standing } = run(rows)
    expect(standing).toMatchObject([
      {
        key: `a|down|${START + 2000 * SECOND}`,
        state: 'over',
        period: { kind: 'down', val: -Math.PI, rows: 60, start: START + 2000 * SECOND, isMissingValue: false },
      },
    ])
    expect(sentenceOf(standing[0]!)).toBe('a went down: all 2 series near zero, for 1 min')
    expect(log[0]).toMatchObject({ row: 2004, finding: { state: 'open', period: { kind: 'down' } } })
  })
  it('ends an outage when the instance is back, whatever its series do afterwards', () => {
    const change: Change = (value, column, row) =>
      column >= 2 || row < 2000 || row >= 2120 ? value : row < 2036 ? 0 : value + (row < 2041 ? 8 : 40)
    const { standing } = run(simulate(2140, change))
    expect(standing.map(({ key, state }) => [key.split('|')[1], state])).toEqual([
      ['down', 'over'],
      ['anomaly', 'over'],
    ])
    const [outage, load] = standing.map((one) => (one as { period: Period }).period)
    expect(outage).toMatchObject({ start: START + 2000 * SECOND, end: START + 2035 * SECOND })
    expect(load!.start).toBeGreaterThanOrEqual(START + 2036 * SECOND)
    expect(load).toMatchObject({ end: START + 2119 * SECOND, series: [{ side: 1 }, { side: 1 }] })
  })
  it('takes an outage for over when the instance is back, although its series have not settled', () => {
    const change: Change = (value, column, row) => (column >= 2 || row < 2000 ? value : row < 2036 ? 0 : value + 40)
    const { standing, log } = run(simulate(2060, change))
    expect(standing).toMatchObject([{ state: 'over', period: { kind: 'down', end: START + 2035 * SECOND } }])
    expect(log.map(({ finding }) => finding.state)).not.toContain('recovering')
  })
  it('ends what was found before an outage where the outage begins', () => {
    const change: Change = (value, column, row) =>
      column >= 2 || row < 2000 || row >= 2077 ? value : row < 2036 ? value + 40 : row < 2041 ? value + 8 : 0
    const { standing } = run(simulate(2120, change))
    expect(standing.map(({ key, state }) => [key.split('|')[1], state])).toEqual([
      ['anomaly', 'over'],
      ['down', 'over'],
    ])
    const [load, outage] = standing.map((one) => (one as { period: Period }).period)
    expect(load!.end).toBeLessThan(START + 2041 * SECOND)
    expect(outage).toMatchObject({ start: START + 2041 * SECOND, end: START + 2076 * SECOND })
  })
  it('does not take what begins some rows after an outage for the coming back of the instance', () => {
    const isDown = (row: number): boolean => row >= 2000 && row < 2036
    const isFault = (row: number): boolean => row >= 2040 && row < 2070
    const rows = simulate(2080, (value, column, row) =>
      column >= 2 ? value : isDown(row) ? 0 : isFault(row) ? value + 40 : value,
    )
    const { standing } = run(rows)
    expect(standing).toMatchObject([
      { period: { kind: 'down', end: START + 2035 * SECOND } },
      { period: { kind: 'anomaly', start: START + 2040 * SECOND } },
    ])
    expect((standing[0] as { period: Period }).period).not.toHaveProperty('recoveringUntil')
  })
  it('does not call an instance down of which a series goes on, or most are often near zero', () => {
    const isFault = (row: number): boolean => row >= 2000 && row < 2060
    const goesOn = run(simulate(2100, (value, column, row) => (column === 0 && isFault(row) ? 0 : value)))
    expect(goesOn.standing).toMatchObject([{ period: { kind: 'anomaly' } }])
    const isIdle = (column: number, row: number): boolean => column === 1 && row % 3 > 0
    const names = ['cpu[a]', 'errors[a]', 'retries[a]']
    const idle = run(
      simulate(
        2100,
        (value, column, row) =>
          (column > 0 ? (isIdle(1, row) ? 0 : 1) : isFault(row) ? 0 : value) * (column > 0 && isFault(row) ? 0 : 1),
        names,
      ),
      names,
    )
    expect(idle.standing.map((one) => one.type === 'period' && one.period.kind)).not.toContain('down')
  })
  it('ends the down time of an instance that stays near zero, when that is what is expected', () => {
    const { standing, detector } = run(simulate(2000, (value, column, row) => (column < 2 && row >= 400 ? 0 : value)))
    expect(standing).toMatchObject([{ state: 'over', period: { kind: 'down', start: START + 400 * SECOND } }])
    expect(detector.findings()).toEqual([])
  })
  it('continues a down time from a saved state', () => {
    const isDown = (row: number): boolean => row >= 2000 && row < 2060
    const rows = simulate(2100, (value, column, row) => (column < 2 && isDown(row) ? 0 : value))
    for (const at of [2002, 2030]) {
      const detector = open()
      detector.push(slice(rows, 0, at))
      const restored = createLiveDetector(OPTIONS, structuredClone(detector.save()))
      const { changed } = restored.push(slice(rows, at, 2100))
      expect(changed).toEqual(run(rows).standing)
    }
  })
  it('finds nothing in noise', () => {
    expect(run(simulate(4000)).standing).toEqual([])
  })
  it('tells a silent series, a silent instance and a silent collector apart', () => {
    const isQuiet: [number, number, number[]][] = [
      [500, 520, [1]],
      [700, 720, [2, 3]],
      [900, 920, [0, 1, 2, 3]],
    ]
    const change: Change = (value, column, row) =>
      isQuiet.some(([from, to, columns]) => row >= from && row < to && columns.includes(column)) ? Number.NaN : value
    const { log, standing } = run(simulate(1000, change, NAMES, SLOW), NAMES, SLOW)
    expect(standing.map((finding) => [finding.key, finding.state, sentenceOf(finding)])).toEqual([
      [`silent|a|mem[a]|${START + 500 * SLOW}`, 'over', 'mem on a sent nothing for 3 min 20 s, while others reported'],
      [
        `silent|b|${START + 700 * SLOW}`,
        'over',
        'all 2 series of b sent nothing for 3 min 20 s, while others reported',
      ],
      [
        `collector|${START + 900 * SLOW}`,
        'over',
        'the collector was silent for 3 min 20 s: none of the 4 series reported',
      ],
    ])
    expect(log[0]).toMatchObject({ row: 502, finding: { state: 'open' } })
  })
  it('tells of a collector that stops bit by bit once, and of what is still silent after it', () => {
    const silentUntil = (column: number): [number, number] => [column < 2 ? 500 : 504, column === 1 ? 560 : 520]
    const change: Change = (value, column, row) => {
      const [from, to] = silentUntil(column)
      return row >= from && row < to ? Number.NaN : value
    }
    const { standing } = run(simulate(700, change, NAMES, SLOW), NAMES, SLOW)
    expect(standing.map((finding) => [finding.key, finding.state])).toEqual([
      [`collector|${START + 504 * SLOW}`, 'over'],
      [`silent|a|mem[a]|${START + 500 * SLOW}`, 'over'],
    ])
  })
  it('evaluates a counter by its rate, and a reset is no fault', () => {
    const totals = [0, 0, 0, 0]
    const change: Change = (value, column, row) => {
      if (column === 1 && row === 1500) totals[1] = 0
      totals[column]! += column === 0 && row >= 2000 && row < 2030 ? value * 4 : value
      return column < 2 ? totals[column]! : value
    }
    const { standing } = run(simulate(2100, change), ['requests_total[a]', 'errors_total[a]', 'cpu[b]', 'mem[b]'])
    expect(standing.map(sentenceOf)).toEqual([
      expect.stringMatching(/^rate\(requests_total\) on a reached 2\d\d\/s, usually \d\d(\.\d)?, for 30 s/),
    ])
  })
  it('expects of a counter a range of its rate per second, and never one below 0', () => {
    const detector = createLiveDetector({ ...OPTIONS, stepMs: 60 * SECOND })
    detector.addSeries([{ key: parseSeriesName('requests_total[a]'), type: 'counter' }])
    const random = createRandom(3)
    let total = 1e12
    const values = Float64Array.from({ length: 300 }, (_, row) => {
      total = row === 200 ? 0 : total + 60 * Math.max(0, 2 + normal(random))
      return total
    })
    const times = values.map((_, row) => START + row * 60 * SECOND)
    const { scores, rates } = detector.push({ times, columns: [values] })
    expect(rates).toEqual({ places: [0], since: START })
    const [low, high] = [scores.low.subarray(60), scores.high.subarray(60)]
    expect([low[140], scores.degree[200]]).toEqual([Number.NaN, Number.NaN])
    expect(Math.min(...low.filter((one) => !Number.isNaN(one)))).toBe(0)
    for (const [row, one] of high.entries()) if (row !== 140) expect([one > 3, one < 9]).toEqual([true, true])
  })
  it('reports which series are read as rates: with the first rows, and where that changes', () => {
    const totals = [0, 0]
    const rows = simulate(
      200,
      (value, column) => {
        totals[column]! += value
        return column === 0 ? totals[column]! : value
      },
      ['sent[a]', 'cpu[a]'],
    )
    const detector = open(['sent[a]', 'cpu[a]'])
    expect(detector.push(slice(rows, 0, 50)).rates).toEqual({ places: [], since: START })
    expect(detector.push(slice(rows, 50, 100)).rates).toEqual({ places: [0], since: START + 63 * SECOND })
    expect(detector.push(slice(rows, 100, 110)).rates).toBeUndefined()
    const saved = structuredClone(detector.save())
    const restored = createLiveDetector(OPTIONS, saved)
    expect(restored.push(slice(rows, 110, 120)).rates).toEqual({ places: [0], since: START + 110 * SECOND })
  })
  it('reads a series as its sender says as soon as that is known, and learns it anew where it was read otherwise', () => {
    const rows = simulate(200, (_, __, row) => Math.floor(row / 40), ['errors_total[a]', 'cpu[a]'])
    const detector = open(['errors_total[a]', 'cpu[a]'])
    detector.push(slice(rows, 0, 100))
    detector.declareTypes(['counter', 'gauge'])
    const { scores, rates } = detector.push(slice(rows, 100, 200))
    expect(rates).toEqual({ places: [0], since: START + 100 * SECOND })
    expect(scores.high[50]).toBeLessThan(1)
    expect(scores.high[150]).toBeGreaterThan(1)
    detector.declareTypes(['counter', undefined])
    expect(
      detector.push({ times: Float64Array.of(START + 200 * SECOND), columns: [Float64Array.of(5), Float64Array.of(5)] })
        .rates,
    ).toBeUndefined()
  })
  it('does not take memory that fills and is emptied in part for a counter', () => {
    let memory = 900
    const { standing } = run(
      simulate(3000, (value, column, row) => {
        if (column !== 1) return value
        memory = memory > 2300 ? 940 : memory + value / 20
        return row >= 2500 && row < 2540 ? memory + 9000 : memory
      }),
    )
    expect(standing.map(sentenceOf)).toEqual([expect.stringMatching(/^mem on a reached 1[01],\d{3}, /)])
  })
  it('takes a level that lasts for the new normal', () => {
    const { standing } = run(simulate(1000, (value, column, row) => (column === 0 && row >= 300 ? value + 40 : value)))
    expect(standing).toMatchObject([{ type: 'period', state: 'newNormal', period: { isNewNormal: true } }])
  })
  it.each([
    ['has stayed, at a level that is the new normal', 0, 'newNormal', / new normal/],
    ['still grows, at a level that is none', 0.03, 'open', /^mem on a reached 7[23]/],
  ])('tells a fault apart from one on the same instance that %s', (_, slope, state, said) => {
    const { log, standing } = run(
      simulate(1600, (value, column, row) => {
        if (column === 1) return 34 + (value - 50) / 200 + (row < 300 ? 0 : slope * (row - 300) + (slope > 0 ? 0 : 7))
        return column === 0 && row >= 1300 && row < 1400 ? value + 150 : value
      }),
    )
    const opened = log.find(({ row, finding }) => row >= 1300 && sentenceOf(finding).startsWith('cpu'))
    expect([opened?.row, opened?.finding.state]).toEqual([1304, 'open'])
    expect(standing.map((finding) => [finding.state, sentenceOf(finding)])).toEqual([
      [state, expect.stringMatching(said)],
      [
        'over',
        expect.stringMatching(/^cpu on a reached 203 %, usually 50, for 1 min 40 s, the only metric that moved there/),
      ],
    ])
  })
  it('goes on from a saved state as if nothing had happened', () => {
    const change: Change = (value, column, row) => {
      if (column < 2 && row >= 400 && row < 460) return value + 30
      return column === 3 && row >= 550 && row < 600 ? Number.NaN : value
    }
    const rows = simulate(700, change, NAMES, SLOW)
    const whole = open(NAMES, SLOW).push(rows)
    expect(whole.changed.map(({ type }) => type).sort()).toEqual(['gap', 'period'])
    const told = (rounds: { changed: LiveFinding[] }[]) => [
      ...new Map(rounds.flatMap(({ changed }) => changed).map((finding) => [finding.key, finding])).values(),
    ]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 699 }), (at) => {
        const first = open(NAMES, SLOW)
        const before = first.push(slice(rows, 0, at))
        const after = createLiveDetector({ ...OPTIONS, stepMs: SLOW }, structuredClone(first.save())).push(
          slice(rows, at, 700),
        )
        expect(told([before, after])).toEqual(whole.changed)
        const scoresOf = ({ degree, low }: LiveScores, from: number): number[][] =>
          NAMES.flatMap((_, column) =>
            [degree, low].map((scores) => [
              ...scores.slice((column * scores.length) / 4 + from, ((column + 1) * scores.length) / 4),
            ]),
          )
        expect(scoresOf(after.scores, 0)).toEqual(scoresOf(whole.scores, at))
      }),
      { numRuns: 25, examples: [[401], [404], [430], [463], [551], [553], [580]] },
    )
  })
  it('takes series that come later', () => {
    const detector = open(['cpu[a]'])
    detector.push(slice(simulate(100, undefined, ['cpu[a]']), 0, 100))
    detector.addSeries([{ key: parseSeriesName('cpu[b]'), type: 'gauge' }])
    const rows = simulate(200, undefined, ['cpu[a]', 'cpu[b]'])
    expect(detector.push(slice(rows, 100, 200)).scores.degree).toHaveLength(200)
    expect(() => detector.push(slice(rows, 199, 200))).toThrow('order of their times')
  })
})
