import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildFrame } from '../series/build-frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { train } from '../testing/train.ts'
import { createLiveExtraction } from './extract-live-periods.ts'
import { createLiveDetector } from './live-detector.ts'
import type { LiveFinding, LiveModel, LiveRows } from './live-state.ts'
import { readSeriesFacts } from './watched-series.ts'

declare function structuredClone<T>(value: T): T

const START = Date.UTC(2026, 0, 5)
const MINUTE = 60_000
const TRAINED = 2500
const OPTIONS = { stepMs: MINUTE, pvalue: 0.99, cvalue: 5 }
const series = ['cpu[a]', 'load[a]', 'mem[b]', 'new[b]'].map(parseSeriesName)

/** Load follows cpu, but for 30 rows from row `apart` on, where it stays within its range. */
function simulate(rows: number, apart = Number.POSITIVE_INFINITY): LiveRows {
  const random = createRandom(5)
  const columns = series.map(() => new Float64Array(rows))
  let cpu = 0
  for (let row = 0; row < rows; row++) {
    cpu = 0.8 * cpu + normal(random)
    const isApart = row >= apart && row < apart + 30
    const values = [
      cpu,
      cpu + (isApart ? -1.5 * Math.sign(cpu) : 0) + 0.05 * normal(random),
      normal(random),
      normal(random),
    ]
    for (const [column, value] of values.entries()) columns[column]![row] = 50 + 3 * value
  }
  return { times: Float64Array.from({ length: rows }, (_, row) => START + row * MINUTE), columns }
}

const rows = simulate(TRAINED + 400, TRAINED + 200)
const known = series.slice(0, 3)
const training = buildFrame(
  known,
  rows.times.subarray(0, TRAINED),
  rows.columns.slice(0, 3).map((c) => c.subarray(0, TRAINED)),
)
const model: LiveModel = { key: 'one', model: train(training, { modelType: 'Hybrid' }) }

function slice({ times, columns }: LiveRows, from: number, to: number): LiveRows {
  return { times: times.subarray(from, to), columns: columns.map((column) => column.subarray(from, to)) }
}

/** The state after the rows that the model was trained on; scoring them takes seconds. */
const learned = (() => {
  const detector = createLiveDetector(OPTIONS)
  detector.addSeries(series.map((key) => ({ key, type: 'gauge' })))
  detector.push(slice(rows, 0, TRAINED))
  return detector.save()
})()

const open = () => createLiveDetector(OPTIONS, structuredClone(learned))

describe('a live detector with a trained model', () => {
  it('stores scores from which the same is extracted', () => {
    const detector = open()
    detector.useModel(model)
    const late = slice(rows, TRAINED, TRAINED + 400)
    const { changed, scores } = detector.push(late)
    const facts = readSeriesFacts(detector.save(), Math.round(late.times[0]! / MINUTE))
    const { pvalue, cvalue } = OPTIONS
    const instances = new Map(['a', 'b'].map((name) => [name, series.filter(({ instance }) => instance === name)]))
    const same = { scored: { pvalue, cvalue }, wanted: { pvalue, cvalue } }
    const extraction = createLiveExtraction({ stepMs: MINUTE, ...same, instances })
    extraction.push({ ...late, ...scores, series: series.map((key) => ({ key, facts: facts.get(key.id)! })) })
    const found = changed.flatMap((one) => (one.type === 'period' ? one.period : []))
    const factsOf = ({ start, end, rows: count }: { start: number; end: number; rows: number }) => [start, end, count]
    expect(found).toHaveLength(1)
    expect(extraction.periods().map(({ period }) => factsOf(period))).toEqual(found.map(factsOf))
    expect(extraction.periods()[0]!.period.val).toBeCloseTo(found[0]!.val, 2)
  })
  it('finds what only the series together show, in the same rows of which the streaming engine tells nothing', () => {
    const alone = open().push(slice(rows, TRAINED, TRAINED + 400))
    expect(alone.changed).toEqual([])
    expect(alone.scores.modelDecades).toEqual(new Float32Array(400).fill(Number.NaN))
    const detector = open()
    detector.useModel(model)
    const { changed, scores } = detector.push(slice(rows, TRAINED, TRAINED + 400))
    expect(changed).toMatchObject([{ type: 'period', state: 'over', period: { kind: expect.any(String) } }])
    const [found] = changed
    const at = found?.type === 'period' ? found.period.start : 0
    expect((at - START) / MINUTE - TRAINED).toBeGreaterThanOrEqual(200)
    expect((at - START) / MINUTE - TRAINED).toBeLessThan(206)
    expect(scores.modelDecades.filter((decades) => decades >= 2).length).toBeGreaterThan(15)
  })

  it('leaves a series that the model does not know to the streaming engine', () => {
    const score = (isUsed: boolean) => {
      const detector = open()
      if (isUsed) detector.useModel(model)
      return detector.push(slice(rows, TRAINED, TRAINED + 100)).scores.degree
    }
    expect(score(true).slice(300)).toEqual(score(false).slice(300))
    expect(score(true).slice(0, 300)).not.toEqual(score(false).slice(0, 300))
  })

  it('says how far the model can be relied on', () => {
    const detector = open()
    expect(detector.push(slice(rows, TRAINED, TRAINED + 1)).trust).toBe('medium')
    detector.useModel(model)
    expect(detector.push(slice(rows, TRAINED + 1, TRAINED + 2)).trust).toBe('high')
  })

  it('goes on from a saved state as if nothing had happened, whenever the model came into use', () => {
    const switchAt = TRAINED + 150
    const run = (cuts: readonly number[]) => {
      let detector = open()
      const standing = new Map<string, LiveFinding>()
      const degree: number[] = []
      const isUsed = (at: number) => at > switchAt
      for (const [k, to] of [...cuts, TRAINED + 400].sort((a, b) => a - b).entries()) {
        const from = k === 0 ? TRAINED : [...cuts].sort((a, b) => a - b)[k - 1]!
        for (const [begin, end] of [
          [from, Math.min(to, switchAt)],
          [Math.max(from, switchAt), to],
        ] as const) {
          if (begin === switchAt) detector.useModel(model)
          if (begin >= end) continue
          const round = detector.push(slice(rows, begin, end))
          for (const key of round.removed) standing.delete(key)
          for (const one of round.changed) standing.set(one.key, one)
          degree.push(...round.scores.rowDegree)
        }
        const state = structuredClone(detector.save())
        detector = createLiveDetector(OPTIONS, state, isUsed(to) ? model : undefined)
      }
      return { found: [...standing.values()], degree }
    }
    const whole = run([])
    expect(whole.found).toHaveLength(1)
    const cut = fc.integer({ min: TRAINED + 1, max: TRAINED + 399 })
    fc.assert(
      fc.property(fc.uniqueArray(cut, { minLength: 1, maxLength: 3 }), (cuts) => {
        expect(run(cuts)).toEqual(whole)
      }),
      { numRuns: 6, examples: [[[switchAt]], [[switchAt + 1]], [[TRAINED + 210]]] },
    )
  })

  it('begins the model anew where the state is that of another', () => {
    const detector = open()
    detector.useModel({ ...model, key: 'other' })
    detector.push(slice(rows, TRAINED, TRAINED + 100))
    const anew = createLiveDetector(OPTIONS, structuredClone(detector.save()), model)
    const fresh = createLiveDetector(OPTIONS, { ...structuredClone(detector.save()), model: undefined }, model)
    const next = slice(rows, TRAINED + 100, TRAINED + 200)
    expect(anew.push(next)).toEqual(fresh.push(next))
  })
})
