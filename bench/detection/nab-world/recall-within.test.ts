import { describe, expect, it } from 'vitest'
import { recallWithin } from './recall-within.ts'

const HOUR = 3_600_000
/** Four hundred hours, of which 340 are evaluated, with two windows. */
const series = (alarms: Record<number, number>) => ({
  times: Float64Array.from({ length: 400 }, (_, row) => row * HOUR),
  windows: [
    { from: 100, to: 109 },
    { from: 300, to: 309 },
  ],
  scores: Float64Array.from({ length: 400 }, (_, row) => alarms[row] ?? 0),
})

describe('recallWithin', () => {
  const one = [series({ 102: 0.9, 150: 0.8, 200: 0.7, 305: 0.6, 350: 0.5 })]

  it('goes down to the score at which there are too many false alarms', () => {
    expect(recallWithin(one, 0.08)).toMatchObject({ windowsHit: 1, falseAlarms: 1 })
    expect(recallWithin(one, 0.15)).toMatchObject({ windowsHit: 2, falseAlarms: 2 })
    expect(recallWithin(one, 0)).toMatchObject({ windowsHit: 1, falseAlarms: 0 })
  })

  it('finds nothing where the highest score is a false alarm and none is allowed', () => {
    expect(recallWithin([series({ 50: 0.1, 102: 0.1, 150: 0.9 })], 0)).toMatchObject({ windowsHit: 0, falseAlarms: 0 })
  })
})
