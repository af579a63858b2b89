import { expect, it } from 'vitest'
import { namesOf, surroundingTime } from './pictures.ts'

const named = (...labels: string[]) => namesOf(labels.map((label) => ({ id: label, label, findings: [] })))

it('keeps names that differ at their beginnings as they are', () => {
  expect(named('payments-gateway-7d9f8b6c5d', 'checkout-7d9f8b6c5d')).toEqual([
    'payments-gateway-7d9f8b6c5d',
    'checkout-7d9f8b6c5d',
  ])
})

it('cuts names that differ at their ends so that they are told apart on a phone', () => {
  const names = named('payments-gateway-7d9f-x2x4z', 'payments-gateway-7d9f-k8s7q')
  expect(new Set(names.map((name) => name.slice(-3)))).toEqual(new Set(['x4z', 's7q']))
  for (const name of names) expect(name.length).toBeLessThan(18)
})

const MINUTE = 60_000
const incident = (start: number, end: number | null) => ({
  incidentId: 'i',
  sentence: { en: '', 'zh-CN': '' },
  start: start * MINUTE,
  severity: 5,
  series: [],
  end: end === null ? null : end * MINUTE,
})
const shown = (at: number, ...incidents: ReturnType<typeof incident>[]) => {
  const { from, to } = surroundingTime({ at: at * MINUTE, incidents }, MINUTE)
  return [from / MINUTE, to / MINUTE]
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
