import { expect, it } from 'vitest'
import { toOutlierLines } from './line-model.ts'

const line = (instance: string, outlier: boolean) => ({
  seriesId: `cpu[${instance}]`,
  instance,
  mode: 0,
  outlier,
  min: [1, null, 3],
  max: [2, null, 4],
  ...(outlier && { expected: { low: [0, 0, 0], high: [9, 9, 9] } }),
})
const BAND = { low: [1, 1, 1], middle: [2, 2, 2], high: [3, 3, 3] }
const lines = {
  metric: 'cpu',
  times: [0, 10, 20],
  bucketMs: 10,
  bands: [BAND],
  linesTotal: 2,
  lines: [line('a', true), line('b', false)],
}
const USUAL = { offset: 10, slope: 2, widening: 2 }
const member = (instance: string) => ({
  seriesId: `cpu[${instance}]`,
  instance,
  mode: 0,
  distance: 0,
  share: 0,
  rows: 3,
  spans: [],
  usual: USUAL,
})
const group = {
  metric: 'cpu',
  kind: 'compared' as const,
  outliers: 1,
  modes: [{ members: 2, level: 2, deviation: 1 }],
  members: [member('a'), member('b')],
}
const draw = (chosen: string, given = lines) => toOutlierLines(given, group, { chosen, middle: 'middle' })

it('draws outliers warm and peers grey, without buckets that hold nothing, and the band about the middle', () => {
  const [a, b, middle] = draw('')
  expect([a!.tone, b!.tone]).toEqual(['outlier', 'peer'])
  expect([a!.times, a!.min, a!.expected]).toEqual([[0, 20], [1, 3], undefined])
  expect(middle).toMatchObject({ label: 'middle', expected: { low: BAND.low, high: BAND.high } })
})
it('draws the chosen instance over its own range, without the band of all', () => {
  expect(draw('cpu[a]')).toHaveLength(2)
  expect(draw('cpu[a]')[0]!.expected).toEqual({ low: [0, 0], high: [9, 9] })
  expect(draw('cpu[b]')[1]!.expected).toEqual({ low: [10, 10], high: [14, 14] })
})
it('draws no band of several levels at once', () => {
  expect(draw('', { ...lines, bands: [BAND, BAND] })).toHaveLength(2)
})
