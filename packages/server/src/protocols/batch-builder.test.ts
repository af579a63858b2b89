import { expect, it, vi } from 'vitest'
import type { LiveSeries } from '../ports/decoded-batch.ts'
import { createSeriesTable } from '../ports/series-table.ts'
import { createBatchBuilder } from './batch-builder.ts'
import { toLiveSeries } from './live-series.ts'

it('reads a series that is not known once in a batch, also one that cannot be stored, however many points it has', () => {
  const builder = createBatchBuilder(createSeriesTable())
  const read = vi.fn((metric: string): LiveSeries => toLiveSeries({ metric }))
  // More series than the first table has room for
  const metrics = [...Array.from({ length: 600 }, (_, k) => `m${k}`), 'x'.repeat(501)]
  for (let point = 0; point < 3; point++)
    for (const metric of metrics) {
      const bytes = new TextEncoder().encode(metric)
      const index = builder.seriesIndexOf(bytes, 0, bytes.length, () => read(metric))
      if (index !== undefined) builder.add(index, point, 1)
    }
  const { points, rejects } = builder.build()
  expect([read.mock.calls.length, points.unknown.length, points.times.length]).toEqual([601, 600, 1800])
  expect([...points.series.slice(600, 603)]).toEqual([-1, -2, -3])
  expect(rejects).toMatchObject([{ reason: 'tooLong', count: 3 }])
})
