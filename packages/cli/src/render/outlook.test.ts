import { describe, expect, it } from 'vitest'
import type { SeriesOutlook } from '../results/live-forecast.ts'
import { outlook } from '../testing/live-forecast.ts'
import { NOW } from '../testing/samples.ts'
import { goneSentence, outlookSentence } from './outlook.ts'

const MINUTE = 60_000
const VIEW = { now: NOW, timeZone: 'UTC' }

function of(given: Partial<SeriesOutlook> = {}): SeriesOutlook {
  const name = { seriesId: 'cpu[node3]', metric: 'cpu', instance: 'node3' }
  return { ...name, ...outlook(), until: NOW + 120 * MINUTE, ...given }
}

const says = (given: Partial<SeriesOutlook>) => outlookSentence(of(given), VIEW)

describe('outlookSentence', () => {
  it('says when a series leaves the range of its history, with the bounds of that time', () => {
    const text = 'cpu on node3 leaves the range of its history (above 66.1) at about 13:35, between 13:10 and 13:50'
    expect(says({})).toBe(text)
    expect(says({ unit: '%', side: 'below', instance: '' })).toContain(
      'cpu leaves the range of its history (below 66.1 %)',
    )
  })

  it('says when one comes back to its expected range, or that it does not', () => {
    expect(says({ kind: 'returns' })).toBe(
      'cpu on node3 is back in its expected range at about 13:35, between 13:10 and 13:50',
    )
    const stays = { kind: 'stays', about: null, latest: null } as const
    expect(says({ ...stays, earliest: null })).toBe('cpu on node3 stays above its expected range until at least 14:00')
    expect(says(stays)).toBe('cpu on node3 stays above its expected range until 14:00, but may be back from 13:10 on')
    expect(says({ ...stays, earliest: null, until: NOW + 30 * MINUTE })).toContain('until at least 12:30')
  })

  it('does not promise a bound that the forecast does not reach', () => {
    expect(says({ latest: null })).toMatch(/at about 13:35, not before 13:10, perhaps not by 14:00$/)
    expect(says({ latest: null, earliest: NOW - 1 })).toMatch(/at about 13:35, perhaps not by 14:00$/)
  })

  it('says now of what is past, and no bounds that equal the time', () => {
    const past = { about: NOW - 2 * MINUTE, earliest: NOW - 5 * MINUTE }
    expect(says({ ...past, latest: NOW + 20 * MINUTE })).toMatch(/ about now, perhaps not before 12:20$/)
    expect(says({ earliest: NOW, latest: NOW + 110 * MINUTE })).toMatch(/ at about 13:35, between now and 13:50$/)
    expect(says({ ...past, latest: NOW - MINUTE })).toMatch(/ about now$/)
    expect(says({ earliest: NOW + 95 * MINUTE, latest: NOW + 95 * MINUTE })).toMatch(/ at about 13:35$/)
  })

  it('writes the day where it is another one, in the given zone', () => {
    const late = of({ about: NOW + 13 * 60 * MINUTE, latest: null })
    expect(outlookSentence(late, VIEW)).toContain('at about 11-21 01:00')
    expect(outlookSentence(of(), { now: NOW, timeZone: 'Asia/Shanghai' })).toContain('at about 21:35')
  })

  it('keeps control characters of a name off the terminal', () => {
    expect(says({ metric: 'cpu\u001b[31m' })).not.toContain('\u001b')
  })
})

it('says what an outlook that is gone means', () => {
  const gone = (reason: Parameters<typeof goneSentence>[0]['reason'], given: Partial<SeriesOutlook> = {}) =>
    goneSentence({
      type: 'outlook',
      event: 'gone',
      time: NOW,
      forecast: { from: NOW, until: NOW },
      outlook: of(given),
      reason,
    })
  expect(gone('within')).toBe('cpu on node3 is forecast to stay within the range of its history')
  expect(gone('within', { kind: 'stays' })).toBe('cpu on node3 is back in its expected range')
  expect(gone('silent')).toBe('cpu on node3 has sent nothing lately and is not forecast any more')
  expect(gone('unlisted')).toBe('cpu on node3 is not forecast any more')
})
