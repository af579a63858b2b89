import { describe, expect, test } from 'vitest'
import { readQueryAnswer, toDatadogSeries } from './datadog-metrics.ts'

test.each([
  [[], undefined, 'm'],
  [['host:a'], undefined, 'm[a]'],
  [['device:sda', 'host:a'], undefined, 'm{device="sda"}[a]'],
  [['pod_name:p-1', 'phase:run:ning'], undefined, 'm{phase="run:ning"}[p-1]'],
  [['service:shop'], undefined, 'm[][shop]'],
  [['host:a'], 'max:m{*} by {host}', 'm{query="max:m{*} by {host}"}[a]'],
])('tags %j are named %s %s', (tags, query, id) => {
  const series = toDatadogSeries({ queryIndex: 0, metric: 'm', tags, times: [], values: [] }, query)
  expect(series.id).toBe(id)
  expect(series.labels).toEqual(
    tags.length === 0
      ? undefined
      : {
          ...Object.fromEntries(tags.map((tag) => [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)])),
          ...(query && { query }),
        },
  )
})

const SPAN = { from: 0, to: 180 }

describe('readQueryAnswer', () => {
  const answer = (item: object) => ({ status: 'ok', series: [{ metric: 'm', pointlist: [[60, 1]], ...item }] })

  test('leaves out times without a value, and those outside the span', () => {
    const pointlist = [
      [-60, 1],
      [0, 2],
      [60, null],
      [120, 0],
      [180, 3],
    ]
    const { series, notes } = readQueryAnswer(answer({ pointlist, query_index: 3, tag_set: ['host:a'] }), SPAN)
    expect(series).toEqual([{ queryIndex: 3, metric: 'm', tags: ['host:a'], times: [0, 120], values: [2, 0] }])
    expect(notes).toEqual([])
  })

  test('notes what is no number and what is no series', () => {
    const { series, notes } = readQueryAnswer(
      { series: [7, { metric: 'm' }, { metric: 'm', pointlist: [[60, 'x'], 'y', [120, 5]] }] },
      SPAN,
    )
    expect(series).toMatchObject([{ times: [120], values: [5] }])
    expect(notes).toEqual([
      'A series without a metric or points was left out.',
      'A series without a metric or points was left out.',
      'm: 2 of 3 points are not numbers and were left out.',
    ])
  })

  test.each([
    [null, undefined],
    [[{ name: 'byte', short_name: 'B' }, null], 'B'],
    [[{ name: 'request' }, { name: 'second', short_name: 's' }], 'request/s'],
    [[null, { name: 'second' }], '1/second'],
  ])('reads the unit %j as %s', (unit, expected) => {
    expect(readQueryAnswer(answer({ unit }), SPAN).series[0]?.unit).toBe(expected)
  })
})
