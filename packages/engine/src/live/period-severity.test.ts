import { describe, expect, it } from 'vitest'
import { detect } from '../detect/detect.ts'
import type { Period } from '../detect/period.ts'
import { buildFrame } from '../series/build-frame.ts'
import { sliceFrame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { severity } from '../severity/severity.ts'
import { createRandom, normal } from '../stats/random.ts'
import { train } from '../testing/train.ts'
import { createLiveDetector } from './live-detector.ts'

const MINUTE = 60_000
const ROWS = 1_200
const FAULT = { from: 900, to: 940 }
const PARAMETERS = { pvalue: 0.99, cvalue: 5 }
const key = parseSeriesName('cpu[a]')

/** Noise around 50, and a fault of so many rows as far off as is said. */
function simulate(away: number): { times: Float64Array; values: Float64Array } {
  const random = createRandom(4)
  const isFault = (row: number): boolean => row >= FAULT.from && row < FAULT.to
  const values = Float64Array.from({ length: ROWS }, (_, row) => 50 + 2 * normal(random) + (isFault(row) ? away : 0))
  return { times: values.map((_, row) => Date.UTC(2026, 0, 5) + row * MINUTE), values }
}

function ofModel(away: number): Period {
  const { times, values } = simulate(away)
  const frame = buildFrame([key], times, [values])
  const model = train(sliceFrame(frame, 0, 800), { modelType: 'Split' })
  const { periods } = detect(model, sliceFrame(frame, 800, ROWS), PARAMETERS)
  return periods[0]!
}

function ofStream(away: number): Period {
  const { times, values } = simulate(away)
  const detector = createLiveDetector({ stepMs: MINUTE, ...PARAMETERS })
  detector.addSeries([{ key, type: undefined }])
  const found = new Map<string, Period>()
  for (const finding of detector.push({ times, columns: [values] }).changed)
    if (finding.type === 'period') found.set(finding.key, finding.period)
  return [...found.values()][0]!
}

/** The formula where the part of the range is not known: with none of it, and with all. */
function bounds({ probability, rows, series: [lead], val }: Period) {
  const { peak, usual, spread } = lead!
  const facts = { probability, threshold: 0.01, rows, cvalue: PARAMETERS.cvalue, moved: 1 }
  return {
    min: severity({ ...facts, spreads: Math.abs(peak - usual) / spread, rangeShare: 0 }),
    max: severity({ ...facts, spreads: Number.POSITIVE_INFINITY, rangeShare: 1 }),
    val: Math.abs(val),
  }
}

describe.each([
  ['a trained model', ofModel],
  ['the stream', ofStream],
])('a period of %s', (_, find) => {
  it('has the severity of the one formula, more the further it goes', () => {
    const [near, far] = [find(20), find(200)].map(bounds)
    for (const { min, max, val } of [near!, far!]) {
      expect(val).toBeGreaterThanOrEqual(min - 1e-9)
      expect(val).toBeLessThanOrEqual(max + 1e-9)
    }
    expect(far!.val).toBeGreaterThan(near!.val)
    expect(find(-200).val).toBeLessThan(0)
  })
})
