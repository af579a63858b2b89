import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { english } from '../../lib/i18n/en/index.ts'
import { chinese } from '../../lib/i18n/zh-cn/index.ts'
import { type Outlooked, outlookText, predictedText, soonestFirst } from './outlook-text.ts'

const i18n = createInstance()
await i18n.init({
  lng: 'en',
  resources: { en: { translation: english }, 'zh-CN': { translation: chinese } },
  interpolation: { escapeValue: false },
})
const MINUTE = 60_000
const format = {
  clock: (time: number) => new Date(time).toISOString().slice(11, 16),
  duration: (ms: number) => `${ms / 86_400_000} days`,
  figure: String,
}
const at = (hour: number, minutes = 0) => (hour * 60 + minutes) * MINUTE
const outlooked = (outlook: Partial<Outlooked['outlook']>, name = 'cpu on node3'): Outlooked => ({
  name,
  unit: '%',
  until: at(15),
  outlook: { kind: 'leaves', side: 'above', limit: 66.1, about: null, earliest: null, latest: null, ...outlook },
})
const textOf = (outlook: Partial<Outlooked['outlook']>, lng = 'en') =>
  outlookText(outlooked(outlook), 14 * 86_400_000, i18n.getFixedT(lng), format)

describe('outlookText', () => {
  const leaves = { about: at(13, 35), earliest: at(13, 10), latest: at(14, 20) }
  it('says which range a series leaves, and when', () => {
    expect(textOf(leaves)).toBe(
      'cpu on node3 leaves the range of its last 14 days (at most 66.1 %) at about 13:35, between 13:10 and 14:20.',
    )
    expect(textOf({ ...leaves, side: 'below', limit: 2, latest: null })).toBe(
      'cpu on node3 leaves the range of its last 14 days (at least 2 %) at about 13:35, not before 13:10 and perhaps not by 15:00.',
    )
  })
  it('writes a rate with its unit right behind it', () => {
    const { outlook } = outlooked(leaves)
    const rate = { ...outlooked({}), name: 'rate(requests_total)', unit: '/s', outlook }
    expect(outlookText(rate, 14 * 86_400_000, i18n.getFixedT('en'), format)).toContain('(at most 66.1/s)')
    expect(outlookText(rate, 14 * 86_400_000, i18n.getFixedT('zh-CN'), format)).toContain('66.1/s')
  })
  it('gives one time where the others are the same', () => {
    expect(textOf({ ...leaves, earliest: at(13, 35), latest: at(13, 35) })).toMatch(/at about 13:35\.$/)
  })
  it('says whether what is abnormal ends by itself', () => {
    expect(textOf({ kind: 'returns', about: at(13, 35) })).toBe(
      'cpu on node3, now above its expected range, is back in it at about 13:35.',
    )
    expect(textOf({ kind: 'stays', side: 'below' })).toBe('cpu on node3 stays below its expected range until 15:00.')
  })
  it('is a sentence in Chinese', () => {
    expect(textOf(leaves, 'zh-CN')).toBe(
      'cpu on node3 将在 13:35 左右（13:10 至 14:20 之间）超出最近 14 days的范围（最高 66.1 %）。',
    )
  })
})

describe('soonestFirst', () => {
  it('sorts by time, then by name as people count', () => {
    const all = [
      outlooked({ kind: 'stays' }, 'a'),
      outlooked({ about: at(14) }, 'cpu on node10'),
      outlooked({ about: at(14) }, 'cpu on node9'),
      outlooked({ about: at(13) }, 'z'),
    ]
    expect(all.sort(soonestFirst).map(({ name }) => name)).toEqual(['z', 'cpu on node9', 'cpu on node10', 'a'])
  })
})

describe('predictedText', () => {
  const given = {
    projectName: 'shop',
    owner: 'alice',
    metric: 'disk_used',
    instance: 'db-2',
    unit: '%',
    series: 1,
    since: 0,
    side: 'above' as const,
    limit: 66.1,
    about: at(13, 35),
    earliest: at(13, 10),
    latest: at(14, 20),
    historyMs: 14 * 86_400_000,
  }
  it('says which range is left, and when, after a title that names the series', () => {
    expect(predictedText(given, i18n.getFixedT('en'), format)).toBe(
      'Leaves the range of its last 14 days (at most 66.1 %) at about 13:35, between 13:10 and 14:20.',
    )
    expect(predictedText({ ...given, side: 'below', unit: '' }, i18n.getFixedT('en'), format)).toBe(
      'Leaves the range of its last 14 days (at least 66.1) at about 13:35, between 13:10 and 14:20.',
    )
  })
})
