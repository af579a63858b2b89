import { describe, expect, test } from 'vitest'
import { countCalls, nameQueries, packQueries } from './pack-queries.ts'

const queries = (count: number, query = 'avg:m{*}') => nameQueries(Array.from({ length: count }, () => query))

describe('packQueries', () => {
  test.each([
    ['ten at most', { steps: 21, seriesPerQuery: 100 }, 10],
    ['fewer where each has many points', { steps: 1000, seriesPerQuery: 100 }, 5],
    ['one where that alone is much', { steps: 1000, seriesPerQuery: 3000 }, 1],
  ])('takes %s', (_, size, expected) => {
    expect(packQueries(queries(25), size)).toHaveLength(expected)
  })

  test('keeps the address short, but for a query that is too long by itself', () => {
    expect(packQueries(queries(5, `avg:m{${'x'.repeat(1900)}}`), { steps: 1, seriesPerQuery: 1 })).toHaveLength(2)
    expect(packQueries(queries(5, `avg:m{${'x'.repeat(9000)}}`), { steps: 1, seriesPerQuery: 1 })).toHaveLength(1)
  })
})

test('countCalls counts the requests for all queries', () => {
  expect(countCalls(queries(25), { steps: 21, seriesPerQuery: 100 })).toBe(3)
  expect(countCalls([], { steps: 21, seriesPerQuery: 100 })).toBe(0)
})
