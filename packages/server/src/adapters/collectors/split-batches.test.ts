import { expect, test } from 'vitest'
import type { CollectedSeries } from '../../ports/collector.ts'
import { toLiveSeries } from '../../protocols/live-series.ts'
import { MAX_BATCH_SIZE, splitBatches } from './split-batches.ts'

function samples(metric: string, count: number): CollectedSeries {
  const times = Array.from({ length: count }, (_, index) => index)
  return { series: toLiveSeries({ metric }), times, values: times }
}

test('splits series so that no batch is too large, and loses nothing', () => {
  const batches = [...splitBatches([samples('a', 3000), samples('b', 9000), samples('c', 1)], ['a note'])]
  const sizes = batches.map(({ series = [] }) => series.reduce((sum, { times }) => sum + times.length, 0))
  expect(sizes).toEqual([MAX_BATCH_SIZE, MAX_BATCH_SIZE, 2001])
  const ofB = batches.flatMap(({ series = [] }) => series).filter(({ series }) => series.metric === 'b')
  expect(ofB.flatMap(({ values }) => values)).toEqual(samples('b', 9000).values)
  expect(batches.map(({ notes }) => notes)).toEqual([['a note'], undefined, undefined])
})

test('makes no batch of nothing', () => {
  expect([...splitBatches([samples('a', 0)], [])]).toEqual([])
})
