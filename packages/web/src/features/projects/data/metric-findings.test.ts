import type { Incident, Period } from '@omen/sdk'
import { expect, it } from 'vitest'
import { findingsOf, leadOf } from './metric-findings.ts'
import { metricsOf } from './project-lines.ts'

const series = (metric: string, instance: string) => ({
  seriesId: `${metric}[${instance}]`,
  metric,
  instance,
  min: [1],
  max: [1],
  count: [1],
})
const [cpu, net] = metricsOf([series('cpu', 'a'), series('cpu', 'b'), series('net', 'a')])
const PERIOD = {
  id: 'p1',
  start: 10,
  end: 20,
  val: 5,
  series: [{ seriesId: 'cpu[b]', share: 1, side: 1, firstAt: 10 }],
}
const FOUND = {
  periods: [
    { ...PERIOD, number: 1, rows: 2, isMissingValue: false, kind: 'anomaly', state: 'open', sentence: '' } as Period,
  ],
  gaps: [],
  incidents: [
    {
      id: 'i1',
      number: 1,
      start: 10,
      end: 20,
      val: 5,
      periodIds: ['p1'],
      leadSeriesId: 'cpu[b]',
    } as unknown as Incident,
  ],
}

it('marks an incident on the metric that it names, with its number', () => {
  expect(findingsOf(cpu!, FOUND)).toMatchObject({
    highlights: [{ id: 'i1', start: 10, end: 20, val: 5 }],
    annotations: [{ highlightId: 'i1', number: 1 }],
  })
  expect(findingsOf(net!, FOUND).highlights).toEqual([])
})
it('draws the series of the worst incident in front, else the first', () => {
  expect(leadOf(cpu!, FOUND)).toBe('cpu[b]')
  expect(leadOf(cpu!)).toBe('cpu[a]')
  expect(leadOf(net!, FOUND)).toBe('net[a]')
})
