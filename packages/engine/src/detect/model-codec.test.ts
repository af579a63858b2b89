import { describe, expect, it } from 'vitest'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { detect } from './detect.ts'
import { decodeModel, encodeModel } from './model-codec.ts'
import { MODEL_TYPES } from './model-type.ts'
import type { Period } from './period.ts'

const frame = simulateFrame(['noise', 'slow', 'drift', 'latency'], 300, 1, ['延迟[a]', '延迟[b]', '延迟[c]', 'x[a]'])
// As the first layout had them: no column on a log scale
const plain = simulateFrame(['noise', 'slow', 'drift'], 300, 1, ['x[a]', 'x[b]', 'x[c]'])
const faulty = changeRows(frame, 0, 200, 210, (x) => x + 60)

describe('decodeModel', () => {
  it.each(MODEL_TYPES)('reads back a %s model that finds the same', (modelType) => {
    const model = train(frame, { modelType })
    const { header, weights } = encodeModel(model)
    const back = decodeModel(JSON.parse(JSON.stringify(header)), weights)
    expect(back).toEqual(model)
    if (modelType !== 'DBScan') expect(back.columns[3]!.logUnit).toBeGreaterThan(0)
    const options = { pvalue: 0.9, cvalue: 3 }
    expect(detect(back, faulty, options)).toEqual(detect(model, faulty, options))
    expect(encodeModel(back).weights).toEqual(weights)
  })

  it('reads weights at an odd place of a larger buffer', () => {
    const { header, weights } = encodeModel(train(frame, { modelType: 'Split' }))
    const larger = new Uint8Array(weights.length + 7)
    larger.set(weights, 3)
    expect(() => decodeModel(header, larger.subarray(3, 3 + weights.length))).not.toThrow()
  })

  it('reads weights of the layouts before this one, and refuses any other', () => {
    const { header, weights } = encodeModel(train(frame, { modelType: 'Split' }))
    const ofLayout = (layout: number) => {
      const changed = weights.slice()
      changed[4] = layout
      return () => decodeModel(header, changed)
    }
    expect([1, 2, 3].map((layout) => ofLayout(layout)().columns.length)).toEqual([4, 4, 4])
    for (const layout of [0, 4]) expect(ofLayout(layout)).toThrow('the weights are of another version')
  })

  it.each(MODEL_TYPES)(
    'reads a %s model from before there were log scales, limits for runs and time zones, and detects with it',
    (modelType) => {
      const model = train(plain, { modelType })
      const { timeZone, runLimits, columns, ...former } = model
      const before = columns.map(({ logUnit, ...column }) => column) as typeof columns
      const { header, weights } = encodeModel({ ...former, columns: before })
      weights[4] = 1
      const back = decodeModel(header, weights)
      expect([back.runLimits, back.timeZone, back.columns[0]!.logUnit]).toEqual([undefined, undefined, undefined])
      const plainFaulty = changeRows(plain, 0, 200, 210, (x) => x + 60)
      const options = { pvalue: 0.9, cvalue: 3 }
      const { scored, periods } = detect(back, plainFaulty, options)
      expect(scored.probability).toHaveLength(300)
      const isFault = ({ fromRow, toRow }: Period): boolean => fromRow < 210 && toRow > 200
      expect(periods.some(isFault)).toBe(detect(model, plainFaulty, options).periods.some(isFault))
    },
  )

  it('reads a header whose fields stand in another order', () => {
    const { header, weights } = encodeModel(train(frame, { modelType: 'Split' }))
    expect(decodeModel(Object.fromEntries(Object.entries(header).reverse()), weights).rows).toBe(300)
  })

  it('knows any damaged byte', () => {
    const { header, weights } = encodeModel(train(frame, { modelType: 'Split' }))
    for (let at = 0; at < weights.length; at += 997) {
      const damaged = weights.slice()
      damaged[at]! ^= 1
      expect(() => decodeModel(header, damaged)).toThrow(RangeError)
    }
    expect(() => decodeModel(header, weights.subarray(0, weights.length - 8))).toThrow(RangeError)
    expect(() => decodeModel(header, new Uint8Array(3))).toThrow(RangeError)
  })

  it('knows a damaged header and one of another model', () => {
    const { header, weights } = encodeModel(train(frame, { modelType: 'Split' }))
    for (const wrong of [
      null,
      5,
      {},
      { ...header, format: 2 },
      { ...header, modelType: 'Holistic' },
      { ...header, series: [] },
      { ...header, rows: 'x' },
      { ...header, calibration: null },
    ])
      expect(() => decodeModel(wrong, weights)).toThrow(RangeError)
  })
})
