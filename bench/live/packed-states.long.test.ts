import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLiveDetector, type LiveFinding, type LiveSeriesKey } from '../../packages/engine/src/index.ts'
import { parseSeriesName } from '../../packages/engine/src/series/series-name.ts'
import { createPackedStore, createPlainStore } from '../../packages/engine/src/stream/detector-store.ts'

const folder = join(import.meta.dirname, '../../samples/data')
const linesOf = (name: string): string[][] =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
const [head, ...training] = linesOf('shop-training.csv')
const rows = [...training.slice(-1000), ...linesOf('shop-test.csv').slice(1)]
/** Every other series. */
const half = <T>(of: readonly T[]): T[] => of.filter((_, at) => at % 2 === 0)
const series = half(head!.slice(1)).map((name): LiveSeriesKey => ({ key: parseSeriesName(name), type: undefined }))

/** The week of the shop with its faults, row by row. */
function run(createStore: typeof createPackedStore) {
  const options = { stepMs: 300_000, pvalue: 0.99, cvalue: 5 }
  const detector = createLiveDetector(options, undefined, undefined, createStore)
  detector.addSeries(series)
  const findings = new Map<string, LiveFinding>()
  const degrees = rows.flatMap(([time, ...cells]) => {
    const columns = half(cells).map((cell) => Float64Array.of(cell === '' ? Number.NaN : Number(cell)))
    const { scores, changed, removed } = detector.push({ times: Float64Array.of(Number(time)), columns })
    for (const key of removed) findings.delete(key)
    for (const finding of changed) findings.set(finding.key, finding)
    return [...scores.degree]
  })
  return { degrees, findings: [...findings.values()].map(summarise) }
}

function summarise(finding: LiveFinding): unknown {
  if (finding.type === 'gap') return finding
  const { start, end, rows, kind, series } = finding.period
  return {
    key: finding.key,
    state: finding.state,
    start,
    end,
    rows,
    kind,
    series: series.map(({ seriesId }) => seriesId),
  }
}

it('finds in the samples what detectors that are not packed find, and flags the same rows', {
  timeout: 180_000,
}, () => {
  const plain = run(createPlainStore)
  const packed = run(createPackedStore)
  expect(packed.findings).toEqual(plain.findings)
  expect(plain.findings.length).toBeGreaterThan(3)
  const present = plain.degrees.flatMap((degree, at) => (Number.isNaN(degree) ? [] : at))
  const off = present.map((at) => Math.abs(packed.degrees[at]! - plain.degrees[at]!))
  // Rounding decides where a row lies right at the limit from which an alarm of the engine counts
  expect(off.filter((one) => one > 0.02).length).toBeLessThan(present.length / 10_000)
  expect(off.reduce((sum, one) => sum + one, 0) / off.length).toBeLessThan(3e-5)
  expect(present.filter((at) => Math.abs(plain.degrees[at]!) > 1 !== Math.abs(packed.degrees[at]!) > 1)).toEqual([])
})
