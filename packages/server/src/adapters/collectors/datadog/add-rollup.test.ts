import { describe, expect, test } from 'vitest'
import { addRollup, metricsOf, splitQueries } from './add-rollup.ts'

describe('addRollup', () => {
  test.each([
    ['avg:system.cpu.user{*} by {host}', 'avg:system.cpu.user{*} by {host}.rollup(avg, 60)'],
    ['avg:system.cpu.user{*}by{host}', 'avg:system.cpu.user{*}by{host}.rollup(avg, 60)'],
    ['system.load.1{env:prod}', 'system.load.1{env:prod}.rollup(avg, 60)'],
    ['sum:hits{*}.as_count()', 'sum:hits{*}.as_count().rollup(sum, 60)'],
    ['sum:hits{*}.as_rate().fill(zero)', 'sum:hits{*}.as_rate().fill(zero).rollup(avg, 60)'],
    ['p95:latency{*} by {service}', 'p95:latency{*} by {service}.rollup(60)'],
    ['max:a{x:1,y:2} / max:b{*}', 'max:a{x:1,y:2}.rollup(avg, 60) / max:b{*}.rollup(avg, 60)'],
    ["top(avg:a{*} by {host}, 5, 'mean', 'desc')", "top(avg:a{*} by {host}.rollup(avg, 60), 5, 'mean', 'desc')"],
  ])('%s', (query, expected) => {
    expect(addRollup(query, 60_000)).toBe(expected)
    expect(addRollup(expected, 300_000)).toBe(expected)
  })

  test.each(['avg:a{*}.rollup(max, 300)', 'sum:a{*} by {host}.as_count().rollup(sum, 20)', 'avg:a{*}.rollup(avg)'])(
    'leaves %s as it is',
    (query) => {
      expect(addRollup(query, 60_000)).toBe(query)
    },
  )
})

test('metricsOf names the metrics of a query, not its groups', () => {
  expect(metricsOf('sum:a.b{*}by{host} / max:c_d{x:y} by {host}')).toEqual(['a.b', 'c_d'])
})

test('splitQueries separates queries, not what is within them', () => {
  expect(splitQueries("avg:a{x:1,y:2} by {host,device}, top(avg:b{*}, 5, 'mean', 'desc'),c{*}, ")).toEqual([
    'avg:a{x:1,y:2} by {host,device}',
    "top(avg:b{*}, 5, 'mean', 'desc')",
    'c{*}',
  ])
})
