import {
  createCsvParser,
  createScorer,
  type Frame,
  MODEL_TYPES,
  type Model,
  sliceFrame,
  trainModel,
} from '../../packages/engine/src/index.ts'
import { toCsv } from '../../samples/shop/csv.ts'
import { simulateShop } from '../../samples/shop/simulate-shop.ts'
import { MINUTE } from '../../samples/shop/time.ts'
import type { Budget, Measurement } from '../budget.ts'
import { LIMITS, parseFrame } from '../faults/read-frame.ts'
import { SMALL_ROWS } from '../files.ts'
import { median } from '../statistics.ts'

const SCORED_ROWS = 65_536

export const engineBudget: Budget = {
  name: 'engine',
  title: 'The mathematics alone, one thread, 30 series',
  async run() {
    const shop = { seed: 2026, from: Date.UTC(2025, 0, 6), stepMs: MINUTE, faults: [], withServices: true }
    const bytes = Buffer.from(toCsv(simulateShop({ ...shop, rows: SCORED_ROWS })))
    const frame = parseFrame(bytes)
    const ofTypes = MODEL_TYPES.filter((type) => type !== 'DBScan').flatMap((type) => typeFigures(type, frame))
    return [parserFigure(bytes), ...ofTypes]
  },
}

function parserFigure(bytes: Uint8Array): Measurement {
  const seconds = repeat(5, () => {
    const parser = createCsvParser({ limits: LIMITS, batchRows: 8192, onBatch: () => {} })
    for (let at = 0; at < bytes.length; at += 1 << 16) parser.push(bytes.subarray(at, at + (1 << 16)))
    parser.end()
  })
  return { what: 'CSV parsed', unit: 'MB/s', measured: bytes.length / 1e6 / seconds }
}

function typeFigures(modelType: (typeof MODEL_TYPES)[number], frame: Frame): Measurement[] {
  const training = sliceFrame(frame, 0, SMALL_ROWS)
  let model: Model | undefined
  const trained = repeat(3, () => {
    const outcome = trainModel(training, { modelType })
    if (outcome.kind !== 'model') throw new Error(`${modelType}: ${outcome.reason}`)
    model = outcome.model
  })
  const scored = repeat(3, () => createScorer(model!).push(frame))
  const isPromised = ['Holistic', 'Split', 'Hybrid'].includes(modelType)
  return [
    {
      what: `${modelType} trained on ${SMALL_ROWS.toLocaleString('en-US')} rows`,
      unit: 'ms',
      measured: trained * 1000,
    },
    {
      what: `${modelType} scoring`,
      unit: 'rows/s',
      measured: SCORED_ROWS / scored,
      ...(isPromised ? { goal: { atLeast: 40_000 } } : {}),
    },
  ]
}

/** Median seconds of some runs. */
function repeat(times: number, work: () => unknown): number {
  return median(
    Array.from({ length: times }, () => {
      const began = performance.now()
      work()
      return (performance.now() - began) / 1000
    }),
  )
}
