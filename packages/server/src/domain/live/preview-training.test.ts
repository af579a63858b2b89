import { expect, it } from 'vitest'
import { commonMs } from './preview-training.ts'

it('counts the time that several intervals cover once, the last sample included', () => {
  const time = { start: 100, end: 190 }
  expect(commonMs(time, [], 10)).toBe(0)
  expect(commonMs(time, [{ start: 0, end: 500 }], 10)).toBe(100)
  expect(commonMs(time, [{ start: 150, end: 160 }], 10)).toBe(20)
  const overlapping = [
    { start: 140, end: 170 },
    { start: 90, end: 150 },
    { start: 200, end: 300 },
  ]
  expect(commonMs(time, overlapping, 10)).toBe(80)
})
