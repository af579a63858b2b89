import { expect, it } from 'vitest'
import { twoWeeksUntil } from './span.ts'

it('begins with a local day, thirteen days before, across a change of clocks', () => {
  const to = Date.parse('2026-10-30T10:00Z')
  expect(twoWeeksUntil(to, 'Europe/Berlin')).toEqual({ from: Date.parse('2026-10-16T22:00Z'), to })
  expect(twoWeeksUntil(to, 'UTC').from).toBe(Date.parse('2026-10-17T00:00Z'))
})
