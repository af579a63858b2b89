import { parseSeriesName } from '@omen/engine'
import { expect, test } from 'vitest'
import type { GapSession } from '../../ports/compute.ts'
import type { PointColumns, TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import type { Dataset } from '../files/index.ts'
import { findGaps } from './detect.ts'

const ROWS = 5_000_000
const times = Float64Array.from({ length: ROWS }, (_, row) => row)
const dataset: Dataset = {
  id: 'ds',
  sourceId: 's',
  series: [parseSeriesName('a')],
  rows: ROWS,
  intervalMs: 1,
  fromTime: 0,
  toTime: ROWS - 1,
  rejectedRuns: [],
}

/** A file of one series, and what a search for gaps is given of it. */
function createWorld() {
  const read: number[] = []
  const given = { survey: [] as number[], search: [] as number[] }
  const points = {
    readTimes: async () => times,
    async readPoints(_dataset: string, _series: readonly number[], span: TimeSpan): Promise<PointColumns> {
      const part = times.subarray(span.from, span.to)
      read.push(part.length)
      return { times: part, columns: [part] }
    },
  }
  const session: GapSession = {
    survey: async (columns) => void given.survey.push(columns.times.length),
    search: async (columns) => void given.search.push(columns.times.length),
    finish: async () => [],
    close: async () => {},
  }
  const ctx = { points, compute: { openGapSearch: async () => session } } as unknown as Context
  return { ctx, read, given }
}

test('a file is searched for gaps in chunks of at most a million values', async () => {
  const { ctx, read, given } = createWorld()
  await findGaps(ctx, dataset, { signal: new AbortController().signal, report: () => {} })
  expect(Math.max(...read)).toBeLessThanOrEqual(1_000_000)
  for (const lengths of [given.survey, given.search]) expect(lengths.reduce((sum, length) => sum + length)).toBe(ROWS)
})
