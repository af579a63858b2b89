import type { IncidentPeriod } from '@omen/engine'
import { describe, expect, it } from 'vitest'
import { successorOf } from './move-verdicts.ts'

const period = (start: number, end: number, seriesIds: string[], val = 5): IncidentPeriod => ({
  start,
  end,
  val,
  probability: 1e-9,
  kind: 'anomaly',
  series: seriesIds.map((seriesId) => ({ seriesId, share: 1 / seriesIds.length, side: 1 })),
})

const reviewed = period(100, 200, ['cpu', 'load'])
const successor = (...periods: IncidentPeriod[]) => successorOf(reviewed, new Map(periods.entries()), 5)

describe('successorOf', () => {
  it('takes a period that overlaps, or is at most so far apart', () => {
    expect(successor(period(150, 300, ['cpu']))).toBe(0)
    expect(successor(period(205, 300, ['cpu']))).toBe(0)
    expect(successor(period(206, 300, ['cpu']))).toBeUndefined()
  })

  it('takes none in the other direction, and none without the series that led', () => {
    expect(successor(period(100, 200, ['cpu'], -5))).toBeUndefined()
    expect(successor(period(100, 200, ['load', 'mem']))).toBeUndefined()
  })

  it('prefers the one that the same series leads, then the one with most of its time', () => {
    expect(successor(period(100, 200, ['mem', 'cpu']), period(100, 120, ['cpu']), period(120, 200, ['cpu']))).toBe(2)
  })
})
