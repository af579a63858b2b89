import { describe, expect, it } from 'vitest'
import { renderSentence } from '../detect/render-sentence.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { createPlainStore } from '../stream/detector-store.ts'
import { createLiveDetector, type LiveDetector } from './live-detector.ts'
import type { LiveFinding, LiveRows } from './live-state.ts'

declare function structuredClone<T>(value: T): T

const STEP = 300_000
const DAY_ROWS = 288
const START = Date.UTC(2026, 0, 5)
const OPTIONS = { stepMs: STEP, pvalue: 0.99, cvalue: 5 }
const NAMES = ['cpu[a]', 'cpu[b]']

type Span = { from: number; to: number }

/** Noise around 50, of which the first series stands still in some spans. */
function simulate(rows: number, spans: readonly Span[], read = (value: number, _row: number) => value): LiveRows {
  const random = createRandom(7)
  const columns = NAMES.map(() => new Float64Array(rows))
  for (let row = 0; row < rows; row++)
    for (const [column, values] of columns.entries()) {
      const isStill = column === 0 && spans.some(({ from, to }) => row > from && row < to)
      const value = read(50 + 2 * normal(random), row)
      values[row] = isStill || Number.isNaN(value) ? values[row - 1]! : value
    }
  return { times: Float64Array.from({ length: rows }, (_, row) => START + row * STEP), columns }
}

function slice({ times, columns }: LiveRows, from: number, to: number): LiveRows {
  return { times: times.subarray(from, to), columns: columns.map((column) => column.subarray(from, to)) }
}

function open(): LiveDetector {
  const detector = createLiveDetector(OPTIONS, undefined, undefined, createPlainStore)
  detector.addSeries(NAMES.map((name) => ({ key: parseSeriesName(name), type: undefined })))
  return detector
}

const isFrozen = (finding: LiveFinding): boolean => finding.type === 'gap' && finding.gap.kind === 'frozen'
/** The frozen values that were reported, as they stood last. */
function frozenIn(rows: LiveRows): LiveFinding[] {
  const found = new Map<string, LiveFinding>()
  for (const finding of open().push(rows).changed) if (isFrozen(finding)) found.set(finding.key, finding)
  return [...found.values()]
}

describe('a value that stands still', () => {
  const from = 2 * DAY_ROWS
  const spans = [{ from, to: from + 100 }]

  it('is reported once it has for eight rows, goes on, and is over with the next change', () => {
    const detector = open()
    const rows = simulate(from + 120, spans)
    detector.push(slice(rows, 0, from))
    const log: string[] = []
    for (let row = from; row < from + 120; row++)
      for (const finding of detector.push(slice(rows, row, row + 1)).changed)
        if (finding.type === 'gap' && finding.gap.kind === 'frozen')
          log.push(`${row - from} ${finding.state} ${finding.gap.rows} ${finding.gap.seriesIds.join()}`)
    expect(log[0]).toBe('7 open 8 cpu[a]')
    expect(log.at(-2)).toBe('99 open 100 cpu[a]')
    expect(log.at(-1)).toBe('100 over 100 cpu[a]')
    expect(detector.findings().filter(isFrozen)).toEqual([])
  })

  it('is named with its value and duration', () => {
    const [found] = frozenIn(simulate(from + 120, spans))
    const sentence = found?.type === 'gap' ? renderSentence(found.gap.sentence, 'en') : ''
    expect(sentence).toContain('cpu on a')
    expect(sentence).toContain('8 h 20 min')
  })

  it('goes on across a restart', () => {
    const rows = simulate(from + 120, spans)
    const before = open()
    before.push(slice(rows, 0, from + 50))
    const after = createLiveDetector(OPTIONS, structuredClone(before.save()), undefined, createPlainStore)
    expect(after.findings().filter(isFrozen)).toHaveLength(1)
    const { changed } = after.push(slice(rows, from + 50, from + 120))
    expect(changed.filter(isFrozen)).toMatchObject([{ state: 'over', gap: { rows: 100 } }])
  })

  it('is nothing on the first day, where it is the lowest value there is, or where it comes again', () => {
    expect(frozenIn(simulate(250, [{ from: 100, to: 200 }]))).toEqual([])
    const saturated = (value: number, row: number): number => (row >= from && row < from + 100 ? 0 : Math.max(0, value))
    expect(frozenIn(simulate(from + 120, [], saturated))).toEqual([])
    const nightly = [0, 1, 2, 3, 4].map((day) => ({ from: from + day * DAY_ROWS, to: from + day * DAY_ROWS + 60 }))
    expect(frozenIn(simulate(from + 5 * DAY_ROWS, nightly)).length).toBeLessThanOrEqual(2)
  })

  it('is nothing in values that a sender gives several times, or that seldom change', () => {
    const repeated = (value: number, row: number): number => (row % 6 === 0 ? value : Number.NaN)
    expect(frozenIn(simulate(6 * DAY_ROWS, [], repeated))).toEqual([])
    const seldom = (_: number, row: number): number => (row > from ? 3 : [3, 4, 3, 2][Math.floor(row / 80) % 4]!)
    expect(frozenIn(simulate(6 * DAY_ROWS, [], seldom))).toEqual([])
  })
})
