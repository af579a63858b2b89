import { expect, it } from 'vitest'
import { metricTitle } from './metric-title.ts'

it('writes the rate of a counter as Prometheus does', () => {
  expect(metricTitle({ metric: 'requests_total{code="200"}', rate: true })).toBe('rate(requests_total{code="200"})')
  expect(metricTitle({ metric: 'load' })).toBe('load')
})
