import { describe, expect, it } from 'vitest'
import { type Conditions, dueOf, type FindingEvidence, type SeriesEvidence } from './conditions.ts'

const conditions: Conditions = {
  minDegree: 1.5,
  cvalue: 3,
  minSeries: 1,
  onlyWithCause: false,
  thresholds: [],
  isHidden: () => false,
}
/** Degrees of the rows from 10 on, and values of ten times as much. */
const series = (metric: string, degrees: number[], from = 10): SeriesEvidence => ({
  seriesId: metric,
  metric,
  instance: 'node1',
  samples: degrees.map((degree, index) => ({ time: from + index, degree, value: 10 * Math.abs(degree) })),
})
const period = (...all: SeriesEvidence[]): FindingEvidence => ({
  type: 'period',
  isCause: false,
  start: 10,
  reportedAt: 12,
  series: all,
})
const due = (findings: FindingEvidence[], more: Partial<Conditions> = {}) => dueOf(findings, { ...conditions, ...more })

describe('dueOf', () => {
  it('is the row with so many improbable samples, not before it was reported', () => {
    expect(due([period(series('cpu', [2, 1, 2, 1, 2, 2]))]).dueAt).toBe(14)
    expect(due([period(series('cpu', [2, 2, 2]))]).dueAt).toBe(12)
    expect(due([{ ...period(series('cpu', [2, 2, 2])), reportedAt: 15 }]).dueAt).toBe(15)
    expect(due([period(series('cpu', [2, 1, 2, 1]))]).dueAt).toBeUndefined()
    expect(due([period(series('cpu', [2, 2, 1]), series('mem', [1, 1, 1, 2]))]).dueAt).toBe(13)
  })
  it('is at once where an instance went down', () => {
    expect(due([{ ...period(series('cpu', [1, 1])), certainAt: 14 }]).dueAt).toBe(14)
    expect(due([{ ...period(series('cpu', [1, 1])), certainAt: 11 }]).dueAt).toBe(12)
  })
  it('waits for so many series', () => {
    const finding = period(series('cpu', [2, 2, 2, 2]), series('mem', [2], 17), series('disk', [-2], 15))
    expect([1, 2, 3, 4].map((minSeries) => due([finding], { minSeries }).dueAt)).toEqual([12, 15, 17, undefined])
  })
  it('takes silence as it was reported', () => {
    const gap: FindingEvidence = { ...period(series('cpu', [])), type: 'gap', reportedAt: 13 }
    expect(due([gap]).dueAt).toBe(13)
  })
  it('waits for a cause where that is asked for', () => {
    const onlyWithCause = true
    expect(due([period(series('cpu', [2, 2, 2]))], { onlyWithCause }).dueAt).toBeUndefined()
    expect(due([period(series('cpu', [2, 2, 2]), series('mem', [2], 16))], { onlyWithCause }).dueAt).toBe(16)
    expect(due([{ ...period(series('cpu', [2, 2, 2])), isCause: true }], { onlyWithCause }).dueAt).toBe(12)
  })
  it('leaves out what thresholds and calendars do', () => {
    const finding = period(series('cpu', [2, -3, 4, -5, 6, 7]))
    const at = (threshold: object) => due([finding], { thresholds: [{ metric: 'c*', ...threshold } as never] }).dueAt
    expect(at({ direction: 'up' })).toBe(14)
    expect(at({ direction: 'down' })).toBeUndefined()
    expect(at({ ignoreBelow: 40 })).toBe(14)
    expect(at({ ignoreAbove: 40 })).toBe(12)
    expect(at({ metric: 'mem', direction: 'down' })).toBe(12)
    expect(due([finding], { isHidden: ({ metric }, start) => metric === 'cpu' && start === 10 }).dueAt).toBeUndefined()
  })
  it('is urgent by a metric that is a KPI, however few series moved', () => {
    const finding = period(series('cpu', [2, 2, 2]), series('sales', [1, 2, 2, 2]))
    const thresholds = [{ metric: 'sales', kpi: true } as never]
    expect(due([finding], { thresholds, minSeries: 5 })).toEqual({ dueAt: undefined, urgentAt: 13 })
    expect(due([finding], { minSeries: 5 })).toEqual({ dueAt: undefined, urgentAt: undefined })
  })
})
