import { expect, it } from 'vitest'
import { excess, groupKey, groupOfKey, groupShown } from './outlier-rows.ts'

const group = (metric: string, service?: string) => ({
  metric,
  ...(service !== undefined && { service }),
  kind: 'compared' as const,
  outliers: 0,
  modes: [],
  members: [],
})
const FOUND = { success: true as const, from: 0, to: 1, pastFrom: null, stepMs: 1, seriesTotal: 0, seriesCompared: 0 }

it('shows the group whose lines were given, or else the first', () => {
  const groups = [group('cpu'), group('cpu', 'shop')]
  const shown = { metric: 'cpu', service: 'shop', times: [], bucketMs: 1, bands: [], lines: [], linesTotal: 0 }
  expect(groupShown({ ...FOUND, groups, shown })).toBe(groups[1])
  expect(groupShown({ ...FOUND, groups })).toBe(groups[0])
  expect(groupShown({ ...FOUND, groups: [] })).toBeUndefined()
})

it('names groups of any text', () => {
  const odd = { metric: 'a,"b]', service: 'c' }
  expect(groupOfKey(groupKey(odd))).toEqual(odd)
  expect(groupOfKey(groupKey({ metric: 'cpu' }))).toEqual({ metric: 'cpu', service: '' })
})

it('ranks by distance and time', () => {
  const span = { start: 0, end: 1, rows: 10, distance: -4, side: -1 as const }
  const member = { seriesId: 'a', instance: 'a', mode: 0, distance: -4, share: 0.1, rows: 100, spans: [span, span] }
  expect(excess(member)).toBe(80)
})
