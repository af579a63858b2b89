import { expect, it } from 'vitest'
import { createRowWait } from './row-wait.ts'

it('waits a tenth of a step where samples are punctual, within bounds', () => {
  const wait = createRowWait()
  expect([1000, 10_000, 3_600_000].map((stepMs) => wait.ms(stepMs, 0))).toEqual([200, 1000, 5000])
})

it('waits for samples that are usually late, and forgets it after two minutes', () => {
  const wait = createRowWait()
  wait.note(2000, 0)
  expect(wait.ms(1000, 0)).toBe(2100)
  wait.note(500, 70_000)
  expect(wait.ms(1000, 70_000)).toBe(2100)
  wait.note(500, 140_000)
  expect(wait.ms(1000, 140_000)).toBe(600)
})

it('does not wait for samples of the past', () => {
  const wait = createRowWait()
  wait.note(600_000, 0)
  expect(wait.ms(1000, 0)).toBe(200)
})
