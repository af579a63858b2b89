import type { ProjectSeries } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { latestOf, metricsOf, projectLines, samplesIn } from './project-lines.ts'

const series = (metric: string, instance: string, values: (number | null)[], unit?: string): ProjectSeries => ({
  seriesId: `${metric}[${instance}]`,
  metric,
  instance,
  min: values,
  max: values,
  count: values.map((value) => (value === null ? 0 : 1)),
  ...(unit !== undefined && { unit }),
})
const TIMES = [0, 10, 20]

describe('metricsOf', () => {
  it('orders metrics and their instances as people count', () => {
    const found = metricsOf([series('net', 'n1', []), series('cpu', 'n10', []), series('cpu', 'n2', [], '%')])
    expect(found.map(({ name, unit }) => [name, unit])).toEqual([
      ['cpu', '%'],
      ['net', ''],
    ])
    expect(found[0]?.series.map(({ instance }) => instance)).toEqual(['n2', 'n10'])
  })
})

describe('projectLines', () => {
  const all = [series('cpu', 'a', [1, null, 3]), series('cpu', 'b', [4, 5, 6])]
  const [metric] = metricsOf(all)

  it('leaves out buckets without a sample', () => {
    const [line] = projectLines({ times: TIMES, series: all }, metric!, ['cpu[a]'])
    expect(line).toMatchObject({ times: [0, 20], min: [1, 3], max: [1, 3], count: [1, 1], label: 'a' })
  })
  it('colours a line by its place in the metric, whichever are drawn', () => {
    const lines = projectLines({ times: TIMES, series: all }, metric!, ['cpu[b]'])
    expect(lines.map(({ colorIndex }) => colorIndex)).toEqual([1])
  })
  it('names a line without an instance by its metric', () => {
    const alone = [series('load', '', [1, 2, 3])]
    expect(projectLines({ times: TIMES, series: alone }, metricsOf(alone)[0]!, ['load[]'])[0]?.label).toBe('load')
  })
})

it('counts the samples of all series', () => {
  expect(samplesIn([series('cpu', 'a', [1, null, 3]), series('cpu', 'b', [4, 5, 6])])).toBe(5)
})

it('finds the latest sample, and none where there is none', () => {
  expect(latestOf({ times: TIMES }, series('cpu', 'a', [1, 2, null]))).toEqual({ time: 10, low: 2, high: 2 })
  expect(latestOf({ times: TIMES }, series('cpu', 'a', [null, null, null]))).toBeNull()
})
