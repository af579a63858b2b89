import { formatDuration } from '@omen/charts/findings'
import type { Detection, Incident } from '@omen/sdk'
import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import type { Format } from '../../lib/format/use-format.ts'
import { english } from '../../lib/i18n/en/index.ts'
import { furtherFacts } from './headline.ts'

const i18n = createInstance()
await i18n.init({ lng: 'en', resources: { en: { translation: english } }, interpolation: { escapeValue: false } })
const HOUR = 3_600_000
const format = {
  count: String,
  duration: (ms: number) => formatDuration(ms, 'en'),
  weekday: (time: number) => `${time / HOUR}:00`,
} as unknown as Format

/** What is said of a day by the minute in which values were missing or stood still, from one hour to another. */
function factsOf(found: readonly (readonly [kind: Incident['kind'], from: number, to: number])[]): string[] {
  const incidents = found.map(([kind, from, to], k) => ({
    id: `i${k}`,
    kind,
    val: null,
    state: 'over',
    title: '',
    start: from * HOUR,
    end: to * HOUR - 60_000,
  }))
  const detection = { incidents, from: 0, to: 24 * HOUR, intervalMs: 60_000, rows: 1440, seriesCount: 4 }
  return furtherFacts(detection as unknown as Detection, i18n.t, format).slice(0, -1)
}

it('does not take what stood still for missing data', () => {
  expect(factsOf([['frozen', 2, 5]])).toEqual(['A value stood still for 3 h from 2:00.'])
  const both = [
    ['silent', 8, 10],
    ['frozen', 2, 5],
  ] as const
  expect(factsOf(both)).toEqual(['No data for 2 h from 8:00.', 'A value stood still for 3 h from 2:00.'])
})

it('names the longest of several', () => {
  const three = [
    ['silent', 1, 2],
    ['collector', 8, 13],
    ['silent', 20, 22],
  ] as const
  expect(factsOf(three)).toEqual(['Data is missing in 3 places, longest from 8:00 for 5 h.'])
})
