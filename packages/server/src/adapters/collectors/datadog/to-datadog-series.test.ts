import { expect, test } from 'vitest'
import { toDatadogSeries } from './to-datadog-series.ts'

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
