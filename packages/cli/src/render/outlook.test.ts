import { describe, expect, it } from 'vitest'
import type { SeriesOutlook } from '../results/live-forecast.ts'
import { outlook } from '../testing/live-forecast.ts'
import { now } from '../testing/samples.ts'
import { goneSentence, outlookSentence } from './outlook.ts'

const minute = 60_000
const view = { now, timeZone: 'UTC' }

function of(given: Partial<SeriesOutlook> = {}): SeriesOutlook {
  const name = { seriesId: 'cpu[node3]', metric: 'cpu', instance: 'node3' }
  return { ...name, ...outlook(), until: now + 120 * minute, ...given }
}

const says = (given: Partial<SeriesOutlook>) => outlookSentence(of(given), view)

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
    expect(says({ ...stays, earliest: null, until: now + 30 * minute })).toContain('until at least 12:30')
  })

  it('does not promise a bound that the forecast does not reach', () => {
    expect(says({ latest: null })).toMatch(/at about 13:35, not before 13:10, perhaps not by 14:00$/)
    expect(says({ latest: null, earliest: now - 1 })).toMatch(/at about 13:35, perhaps not by 14:00$/)
  })

  it('says now of what is past, and no bounds that equal the time', () => {
    const past = { about: now - 2 * minute, earliest: now - 5 * minute }
    expect(says({ ...past, latest: now + 20 * minute })).toMatch(/ about now, perhaps not before 12:20$/)
    expect(says({ earliest: now, latest: now + 110 * minute })).toMatch(/ at about 13:35, between now and 13:50$/)
    expect(says({ ...past, latest: now - minute })).toMatch(/ about now$/)
    expect(says({ earliest: now + 95 * minute, latest: now + 95 * minute })).toMatch(/ at about 13:35$/)
  })

  it('writes the day where it is another one, in the given zone', () => {
    const late = of({ about: now + 13 * 60 * minute, latest: null })
    expect(outlookSentence(late, view)).toContain('at about 11-21 01:00')
    expect(outlookSentence(of(), { now, timeZone: 'Asia/Shanghai' })).toContain('at about 21:35')
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
      time: now,
      forecast: { from: now, until: now },
      outlook: of(given),
      reason,
    })
  expect(gone('within')).toBe('cpu on node3 is forecast to stay within the range of its history')
  expect(gone('within', { kind: 'stays' })).toBe('cpu on node3 is back in its expected range')
  expect(gone('silent')).toBe('cpu on node3 has sent nothing lately and is not forecast any more')
  expect(gone('unlisted')).toBe('cpu on node3 is not forecast any more')
})
