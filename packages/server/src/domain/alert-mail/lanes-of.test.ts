import { expect, it } from 'vitest'
import { namesOf } from './lanes-of.ts'

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
