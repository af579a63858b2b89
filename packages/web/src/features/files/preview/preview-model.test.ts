import { expect, it } from 'vitest'
import { columnsByMetric, countGroups, repairs } from './preview-model.ts'

const column = (metric: string, instance: string, group?: string) => ({
  seriesId: `${metric}[${instance}]`,
  metric,
  instance,
  ...(group !== undefined && { group }),
})

it('gathers the instances of a metric', () => {
  const columns = [column('cpu', 'node1', '1'), column('mem', 'node1', '2'), column('cpu', 'node2', '1')]
  expect(columnsByMetric(columns)).toEqual([
    { metric: 'cpu', instances: ['node1', 'node2'], groups: ['1'], services: [] },
    { metric: 'mem', instances: ['node1'], groups: ['2'], services: [] },
  ])
  expect(countGroups(columns)).toBe(2)
})
it('counts no groups if none is named', () => expect(countGroups([column('cpu', 'a')])).toBe(0))
it('lists corrections', () => {
  const preview = {
    kind: 'metrics' as const,
    columns: [],
    columnCount: 0,
    rows: 1,
    rejected: [],
    rejectedRows: 0,
    notes: [],
  }
  expect(repairs(preview)).toBeNull()
  expect(repairs({ ...preview, unsorted: 2 })).toEqual({ unsorted: 2, duplicates: 0 })
})
