import { describe, expect, it } from 'vitest'
import { chineseLabels, englishLabels } from '../labels/chart-labels.ts'
import type { ChartLine } from '../model/chart-types.ts'
import { describeMoment, describePeriod, describeSeverity, type Speech } from './describe-moment.ts'
import { readMoment } from './read-moment.ts'

const T0 = Date.UTC(2026, 10, 20, 10, 40)
const times = [0, 1, 2, 3, 4].map((i) => T0 + i * 60_000)
const line: ChartLine = {
  id: 'cpu[node2]',
  label: 'cpu node2',
  seriesId: 'cpu[node2]',
  times,
  min: [30, 31, 97, null, 30],
  max: [30, 31, 98, null, 30],
  expected: { low: [20, 20, 20, 20, 20], high: [45, 45, 45, 45, 45] },
  score: [0.1, 0.2, 7, null, 0.1],
}
const speech: Speech = { labels: englishLabels, unit: '%', locale: 'en', timeZone: 'UTC' }
const momentText = (t: number, ...rest: [Parameters<typeof describeMoment>[1]?]) =>
  describeMoment(readMoment(line, t)!, rest[0] ?? null, speech).replaceAll('\u00a0', ' ')

describe('describeMoment', () => {
  it('has time, line, value, expected range and severity', () => {
    expect(momentText(T0 + 120_000)).toBe(
      'Fri 20 Nov 2026 10:42, cpu node2 97–98 %, expected 20–45 %, anomaly severity 7',
    )
    expect(momentText(T0)).toBe('Fri 20 Nov 2026 10:40, cpu node2 30 %, expected 20–45 %')
  })

  it('names a gap', () => {
    expect(momentText(T0 + 180_000)).toBe('Fri 20 Nov 2026 10:43, cpu node2 no data, expected 20–45 %')
  })

  it('uses the severity of the period rather than the score of the sample', () => {
    expect(momentText(T0 + 120_000, { start: T0, end: T0 + 1, val: -4 })).toContain('anomaly severity 4, below normal')
  })
})

describe('describeSeverity', () => {
  it('names an instance that is down and missing data as such', () => {
    expect(describeSeverity({ val: -Math.PI }, speech)).toBe('instance down')
    expect(describeSeverity({ val: 3, isMissingValue: true }, speech)).toBe('missing data')
    expect(describeSeverity({ val: 14.26 }, speech)).toBe('anomaly severity 10, above normal')
  })
})

describe('describePeriod', () => {
  const period = { start: T0, end: T0 + 660_000, val: 7.04, sentence: 'cpu on node2 reached 98 %.' }

  it('has number, start, duration and severity, then its own sentence', () => {
    expect(describePeriod(period, 2, 5, speech)).toBe(
      'Period 2 of 5, Fri 20 Nov 2026 10:40 to Fri 20 Nov 2026 10:51, 11 min, anomaly severity 7, above normal. cpu on node2 reached 98 %.',
    )
  })

  it('writes Chinese', () => {
    const zh = { ...speech, labels: chineseLabels, locale: 'zh-CN' }
    expect(describePeriod(period, 2, 5, zh)).toContain('第 2 个时段，共 5 个')
  })
})

describe('readMoment', () => {
  it('reads nothing far from every sample', () => {
    expect(readMoment(line, T0 + 3_600_000)).toBeNull()
    expect(readMoment({ ...line, times: [] }, T0)).toBeNull()
  })

  it('falls back to the score of the flagged point', () => {
    const flagged = [{ t: T0, v: 30, score: 4 }]
    expect(readMoment({ ...line, score: undefined, flagged }, T0)?.score).toBe(4)
  })
})
