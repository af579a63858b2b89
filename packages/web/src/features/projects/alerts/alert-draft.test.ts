import type { AlertSetting } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { ALERT_SETTING_SAMPLE as saved } from '../../../testing/wire-samples.ts'
import { changesOf, draftOf } from './alert-draft.ts'
import { isValid } from './alert-rules.ts'

const setting = (given: Partial<AlertSetting>): AlertSetting => ({ ...saved, ...given })

describe('changesOf', () => {
  it('has what was typed and is another than what is saved', () => {
    expect(changesOf({ quietMinutes: 60, recipients: ['ops@example.com'] }, saved)).toEqual({ quietMinutes: 60 })
    expect(changesOf({ quietMinutes: 30 }, saved)).toEqual({})
  })

  it('turns texts into numbers, per cent into a share, and nothing into never', () => {
    const typed = { quietMinutes: '0060', minAnomalyRatioFilter: '12.5', escalateMinutes: '' }
    expect(changesOf(typed, setting({ escalateMinutes: 30 }))).toEqual({
      quietMinutes: 60,
      minAnomalyRatioFilter: 0.125,
      escalateMinutes: null,
    })
  })

  it('keeps a share that the field shows rounded, unless it was typed', () => {
    const exact = setting({ minAnomalyRatioFilter: 0.12345 })
    expect(draftOf(exact).minAnomalyRatioFilter).toBe(12.3)
    expect(changesOf({ quietMinutes: 60 }, exact)).toEqual({ quietMinutes: 60 })
  })

  it('leaves out empty limits, thresholds that say nothing, and an empty choice of series', () => {
    const threshold = { metric: 'disk_*', direction: 'both', kpi: false } as const
    const calendar = { rrule: 'FREQ=DAILY', timeZone: 'UTC', hideAlerts: true, skipLearning: false }
    const typed = {
      thresholds: [
        { ...threshold, alertAbove: '-0.5', alertBelow: '' },
        { ...threshold, alertAbove: '' },
      ],
      calendars: [{ ...calendar, durationMinutes: '30', selector: '' }],
    }
    expect(changesOf(typed, saved)).toEqual({
      thresholds: [{ ...threshold, alertAbove: -0.5 }],
      calendars: [{ ...calendar, durationMinutes: 30 }],
    })
  })
})

describe('isValid', () => {
  const draft = draftOf(saved)
  it('takes what is saved, and an empty time to escalate', () => expect(isValid(draft, 0.99)).toBe(true))
  it.each([
    { quietMinutes: '' },
    { quietMinutes: 1441 },
    { 'pvalue-email': 0.98 },
    { 'pvalue-email': 1 },
    { minAnomalyRatioFilter: '-' },
    { escalateMinutes: 0 },
    { recipients: ['nobody'] },
    { thresholds: [{ metric: 'cpu', direction: 'both' as const, kpi: false, alertAbove: '-' }] },
  ])('refuses %o', (typed) => expect(isValid({ ...draft, ...typed }, 0.99)).toBe(false))
})
