import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import type { Format } from '../../../lib/format/use-format.ts'
import { faultSince, liveSample, STEP_MS } from '../../../testing/live-samples.ts'
import { toAnalysis } from '../state/to-analysis.ts'
import { liveHeadline } from './live-headline.ts'

const START = Date.UTC(2026, 9, 25, 10)
const at = (row: number): number => START + row * STEP_MS
const t = ((key: string, { when, span }: { when?: string; span?: string } = {}) =>
  `${key} ${when ?? span ?? ''}`.trim()) as unknown as TFunction
const format = { locale: 'en', clock: String, when: String, duration: String } as unknown as Format
const headlineOf = (live: ReturnType<typeof liveSample>, range: { from: number; to: number } | null) =>
  liveHeadline(
    { live, analysis: toAnalysis('shop', live, { isMine: true, isFiltered: false, predictHours: 2 }), range },
    t,
    format,
  )

describe('liveHeadline', () => {
  const found = faultSince(at(30), at(60))
  it('dates what it names, not what it has joined', () => {
    const [incident] = found.incidents
    const joined = { ...found, incidents: [{ ...incident!, start: at(5) }] }
    expect(headlineOf(liveSample({ from: START, to: at(60), found: joined }), null)).toBe(
      `live.headline.open ${at(30)}`,
    )
  })
  it('claims nothing of the time to come', () => {
    const live = liveSample({ from: START, to: at(60), found })
    expect(headlineOf(live, { from: at(100), to: at(200) })).toBe('live.headline.ahead')
  })
  it('calls a day 24 hours', () => {
    const after = (hours: number) => headlineOf(liveSample({ from: START, to: START + hours * 3_600_000 }), null)
    expect(after(24)).toBe('live.headline.normal live.headline.day')
    expect(after(6)).toBe('live.headline.normal 21600000')
  })
  it('calls it 24 hours in whole buckets, too', () => {
    const live = liveSample({ from: START, to: START + 24 * 3_600_000 + 180_000 })
    expect(headlineOf(live, null)).toBe('live.headline.normal live.headline.day')
  })
  it('claims nothing of samples that are not scored yet', () => {
    const live = liveSample({ from: START, to: at(3_600) })
    expect(headlineOf({ ...live, position: at(-600) }, null)).toBe(`live.headline.catchingUp ${at(-600)}`)
    expect(headlineOf({ ...live, position: at(3_595) }, null)).toBe('live.headline.normal 3600000')
    const behind = (ms: number) => headlineOf({ ...live, stepMs: 1000, position: live.to - ms }, null)
    expect([behind(120_000), behind(301_000)]).toEqual([
      'live.headline.normal 3600000',
      `live.headline.catchingUp ${live.to - 301_000}`,
    ])
  })
})
