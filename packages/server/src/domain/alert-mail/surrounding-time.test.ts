import { expect, it } from 'vitest'
import { surroundingTime } from './surrounding-time.ts'

const minute = 60_000
const incident = (start: number, end: number | null) => ({
  ...{ incidentId: 'i', sentence: { en: '', 'zh-CN': '' }, start: start * minute, severity: 5, series: [] },
  end: end === null ? null : end * minute,
})
const shown = (at: number, ...incidents: ReturnType<typeof incident>[]) => {
  const { from, to } = surroundingTime({ at: at * minute, incidents }, minute)
  return [from / minute, to / minute]
}

it('is as long before an incident as it lasts, and half as long after', () => {
  expect(shown(2000, incident(1000, 1200))).toEqual([800, 1301])
})

it('has sixty samples before a short one', () => {
  expect(shown(1010, incident(1000, null))).toEqual([940, 1011])
})

it('shows nothing after the moment of the mail', () => {
  expect(shown(1210, incident(1000, 1200), incident(1100, null))).toEqual([790, 1211])
})

it('shows as much of the past as a prediction is ahead', () => {
  expect(shown(1000, incident(1180, null))).toEqual([820, 1001])
})
