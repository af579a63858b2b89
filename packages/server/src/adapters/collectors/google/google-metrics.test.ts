import { expect, test } from 'vitest'
import { readTimeSeries } from './google-metrics.ts'

const STEP_MS = 60_000
const DESCRIPTOR = {
  type: 'kubernetes.io/container/restarts',
  displayName: undefined,
  unit: '1/s',
  aligner: 'ALIGN_RATE',
  resourceTypes: [],
} as const

function read(points: readonly unknown[], more: object = {}) {
  const labels = { pod_name: 'cart-1', container_name: 'cart', location: 'europe-west3' }
  const timeSeries = [
    { metric: { type: DESCRIPTOR.type }, resource: { type: 'k8s_container', labels }, points, ...more },
  ]
  const source = { descriptor: DESCRIPTOR, names: new Map<string, string>() }
  return readTimeSeries({ timeSeries }, source, { from: 0, to: 10 * STEP_MS, stepMs: STEP_MS })
}

const point = (end: number, value: unknown) => ({
  interval: { startTime: new Date(end - STEP_MS).toISOString(), endTime: new Date(end).toISOString() },
  value,
})

test('puts a point where its step starts, the oldest first', () => {
  const { series } = read([point(2 * STEP_MS, { doubleValue: 2 }), point(STEP_MS, { doubleValue: 1 })])
  expect(series).toMatchObject([{ times: [0, STEP_MS], values: [1, 2] }])
  expect(series[0]!.series).toMatchObject({
    id: `${DESCRIPTOR.type}{container_name="cart"}[cart-1]`,
    instance: 'cart-1',
    unit: '1/s',
  })
})

test('leaves out points that cover nothing of the window', () => {
  expect(read([point(0, { doubleValue: 1 }), point(11 * STEP_MS, { doubleValue: 1 })])).toEqual({
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
  expect(read([point(STEP_MS, value)]).series).toMatchObject([{ values: [number] }])
})

test('has no sample of a distribution of nothing', () => {
  expect(read([point(STEP_MS, { distributionValue: {} })])).toEqual({ series: [], notes: [] })
})

test.each([[{ stringValue: 'up' }], [{ doubleValue: 'NaN' }], [{ int64Value: 'many' }], [{}], [undefined]])(
  'notes %j, which is no number',
  (value) => {
    expect(read([point(STEP_MS, value)])).toMatchObject({ series: [], notes: [expect.stringContaining('not numbers')] })
  },
)

test('notes a time series that does not say what it is', () => {
  expect(read([], { metric: {} }).notes).toHaveLength(1)
})
