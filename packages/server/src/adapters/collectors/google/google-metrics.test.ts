import { expect, test } from 'vitest'
import { readTimeSeries } from './google-metrics.ts'

const stepMs = 60_000
const descriptor = {
  type: 'kubernetes.io/container/restarts',
  displayName: undefined,
  unit: '1/s',
  aligner: 'ALIGN_RATE',
  resourceTypes: [],
} as const

function read(points: readonly unknown[], more: object = {}) {
  const labels = { pod_name: 'cart-1', container_name: 'cart', location: 'europe-west3' }
  const timeSeries = [
    { metric: { type: descriptor.type }, resource: { type: 'k8s_container', labels }, points, ...more },
  ]
  const source = { descriptor, names: new Map<string, string>() }
  return readTimeSeries({ timeSeries }, source, { from: 0, to: 10 * stepMs, stepMs })
}

const point = (end: number, value: unknown) => ({
  interval: { startTime: new Date(end - stepMs).toISOString(), endTime: new Date(end).toISOString() },
  value,
})

test('puts a point where its step starts, the oldest first', () => {
  const { series } = read([point(2 * stepMs, { doubleValue: 2 }), point(stepMs, { doubleValue: 1 })])
  expect(series).toMatchObject([{ times: [0, stepMs], values: [1, 2] }])
  expect(series[0]!.series).toMatchObject({
    id: `${descriptor.type}{container_name="cart"}[cart-1]`,
    instance: 'cart-1',
    unit: '1/s',
  })
})

test('leaves out points that cover nothing of the window', () => {
  expect(read([point(0, { doubleValue: 1 }), point(11 * stepMs, { doubleValue: 1 })])).toEqual({
    series: [],
    notes: [],
  })
})

test.each([
  [{ doubleValue: 0.5 }, 0.5],
  [{ int64Value: '12' }, 12],
  [{ boolValue: true }, 1],
  [{ distributionValue: { count: '4', mean: 2.5 } }, 2.5],
  // Protocol buffers leave out zeros.
  [{ distributionValue: { count: '4' } }, 0],
])('reads %j', (value, number) => {
  expect(read([point(stepMs, value)]).series).toMatchObject([{ values: [number] }])
})

test('has no sample of a distribution of nothing', () => {
  expect(read([point(stepMs, { distributionValue: {} })])).toEqual({ series: [], notes: [] })
})

test.each([[{ stringValue: 'up' }], [{ doubleValue: 'NaN' }], [{ int64Value: 'many' }], [{}], [undefined]])(
  'notes %j, which is no number',
  (value) => {
    expect(read([point(stepMs, value)])).toMatchObject({ series: [], notes: [expect.stringContaining('not numbers')] })
  },
)

test('notes a time series that does not say what it is', () => {
  expect(read([], { metric: {} }).notes).toHaveLength(1)
})
