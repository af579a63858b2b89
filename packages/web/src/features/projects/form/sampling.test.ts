import { expect, it } from 'vitest'
import { samplingChoices, samplingMinutesOf, samplingMsOf } from './sampling.ts'

it('offers the current interval even if it is not a common one', () => {
  expect(samplingChoices(90_000)).toContain(90_000)
  expect(samplingChoices(60_000)).toEqual([...new Set(samplingChoices(60_000))].sort((a, b) => a - b))
})
it('keeps every interval it offers through minutes', () => {
  for (const ms of samplingChoices(1000)) expect(samplingMsOf(samplingMinutesOf(ms))).toBe(ms)
})
