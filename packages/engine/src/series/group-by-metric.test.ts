import { expect, it } from 'vitest'
import { groupByMetric } from './group-by-metric.ts'
import { parseSeriesName } from './series-name.ts'

it('puts the instances of a metric together, services apart', () => {
  const names = ['cpu[a]', 'mem[a]', 'cpu[b]', 'cpu[c][shop]']
  expect(groupByMetric(names.map(parseSeriesName))).toEqual([[0, 2], [1], [3]])
})
