import { expect, it } from 'vitest'
import { parseHorizon } from './horizon.ts'

const HOUR = 3_600_000

it('reads hours, or a time with a unit', () => {
  expect(['2', '0.5', '168', '2h', '90m', '7d'].map((text) => parseHorizon(text) / HOUR)).toEqual([
    2, 0.5, 168, 2, 1.5, 168,
  ])
})

it('refuses what is no time, nothing ahead, and more than the server forecasts', () => {
  for (const text of ['0', '0h', '-1', '169', '8d', 'soon', '2 hours', '', '1e9'])
    expect(() => parseHorizon(text), text).toThrow('Write hours from above 0 to 168, or a time with a unit')
})
