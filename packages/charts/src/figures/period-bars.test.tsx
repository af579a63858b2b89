import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { durationTicks } from './duration-ticks.ts'
import { PeriodBars } from './period-bars.tsx'

const HOUR = 3_600_000
const bar = (more: object) => ({
  id: JSON.stringify(more),
  label: 'Mon 19',
  now: 0,
  before: null,
  missing: 0,
  text: '',
  ...more,
})
const draw = (bars: ReturnType<typeof bar>[], more: object = {}) =>
  renderToStaticMarkup(
    <PeriodBars bars={bars} ticks={durationTicks(4 * HOUR, 'en')} width={600} height={200} label="said" {...more} />,
  )

describe('durationTicks', () => {
  it('are round, at most four, and reach the largest value', () => {
    for (const max of [30_000, 7 * 60_000, HOUR, 14 * HOUR, 30 * HOUR, 4000 * HOUR]) {
      const ticks = durationTicks(max, 'en')
      expect(ticks.length).toBeLessThanOrEqual(4)
      expect(ticks.at(-1)!.at).toBeGreaterThanOrEqual(max)
    }
    expect(durationTicks(14 * HOUR, 'en').map(({ text }) => text)).toEqual(['5 h', '10 h', '15 h'])
    expect(durationTicks(40 * HOUR, 'zh-CN').map(({ text }) => text)).toEqual([
      '10 小时',
      '20 小时',
      '30 小时',
      '40 小时',
    ])
  })
})

describe('PeriodBars', () => {
  it('draws what was before as an outline, what is missing hatched, and nothing for nothing', () => {
    const svg = draw([bar({ now: HOUR, before: 2 * HOUR, missing: HOUR, text: '1 h' }), bar({ label: 'Tue 20' })])
    for (const part of ['before', 'now', 'missing']) expect(svg.split(`data-bar="${part}"`)).toHaveLength(2)
    expect(svg).toContain('>1 h</text>')
    expect(svg).toContain('aria-label="said"')
  })

  it('leaves out words that would touch, and all of them in a picture', () => {
    const month = Array.from({ length: 31 }, (_, day) =>
      bar({ label: `Mon ${day + 1}`, now: HOUR, text: '1 h 15 min' }),
    )
    const svg = draw(month, { width: 400 })
    expect(svg).not.toContain('1 h 15 min')
    expect(svg.match(/Mon \d+<\/text>/g)!.length).toBeLessThan(12)
    expect(draw(month, { hasText: false })).not.toContain('<text')
  })

  it('has room for words where the bars beside are without', () => {
    const words = '1 小时 40 分钟'
    const beside = draw([bar({ now: HOUR, text: words }), bar({ now: HOUR, text: words, label: 'Tue' })], {
      width: 176,
    })
    expect(beside).not.toContain(`>${words}</text>`)
    const alone = draw([bar({ now: HOUR, text: words }), bar({ label: 'Tue' })], { width: 176 })
    expect(alone).toContain(`>${words}</text>`)
  })

  it('flags changes where they lie, those that would touch as one, above bars and words', () => {
    const flags = [
      { id: 'a', place: 0.5 },
      { id: 'b', place: 0.501 },
      { id: 'c', place: 1.5 },
    ]
    const bars = [bar({ now: 4 * HOUR, text: '4 h' }), bar({ label: 'Tue 20' })]
    const svg = draw(bars, { flags, ticks: [{ at: 4 * HOUR, text: '' }] })
    expect(
      [...svg.matchAll(/data-flag="(\d)"><line x1="([\d.]+)"/g)].map(([, count, x]) => [count, Number(x)]),
    ).toEqual([
      ['2', 8 + 592 / 4],
      ['1', 8 + (592 * 3) / 4],
    ])
    const [, top] = /y="([\d.]+)"[^>]*data-bar="now"/.exec(svg)!
    const [, words] = /y="([\d.]+)"[^>]*>4 h</.exec(svg)!
    expect([Number(top) >= 14, Number(words) >= 14 + 8]).toEqual([true, true])
    expect(draw(bars)).not.toContain('data-layer="flags"')
  })

  it('escapes what it is given', () => {
    expect(draw([bar({ label: '<img src=x>', now: HOUR })])).not.toContain('<img')
  })
})
