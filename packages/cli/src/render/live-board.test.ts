import type { LiveAnalysis } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { updateBoard } from '../live/update-board.ts'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { gap, incident, now, period } from '../testing/samples.ts'
import { displayWidth } from './display-width.ts'
import { type LiveScreen, liveRanges, renderLiveBoard } from './live-board.ts'
import { createPaint } from './paint.ts'

const minute = 60_000
const hour = liveRanges[1]!

function lines(
  given: Partial<LiveAnalysis>,
  { width = 80, height = 24, ...screen }: Partial<LiveScreen> & { width?: number; height?: number } = {},
): string[] {
  const board = updateBoard(undefined, { isWhole: true, analysis: liveAnalysis(given) }, now)
  const shown = { board, range: hour, lostAt: undefined, pausedAt: undefined, hasForecast: false, ...screen }
  return renderLiveBoard('shop', shown, { width, height, paint: createPaint('none'), timeZone: 'UTC', now })
}

const on = (instance: string) => [{ seriesId: `cpu[${instance}]`, share: 1, side: 1 as const }]

describe('renderLiveBoard', () => {
  it('shows state, trust and lag, the worst instance first, and open incidents before those that are over', () => {
    const text = lines({
      periods: [
        period({ id: 'a', val: 9.6, start: now - 40 * minute, end: now - 30 * minute, series: on('node2') }),
        period({ id: 'b', val: -3.2, start: now - 10 * minute, end: now, state: 'open', series: on('node4') }),
      ],
      gaps: [gap({ start: now - 50 * minute, end: now - 45 * minute, seriesIds: ['cpu[node5]'] })],
      incidents: [
        incident({ id: '1', val: 9.6, start: now - 40 * minute, end: now - 30 * minute, sentence: 'cpu on node2' }),
        incident({ id: '2', val: -3.2, start: now - 10 * minute, state: 'open', sentence: 'cpu on node4' }),
      ],
      position: now - 2000,
      lagMs: 2000,
    })
    expect(text[0]).toBe('shop · live · trust high · scored to 11:59:58, 2s behind')
    expect(text[1]).toBe('Data arrives.')
    expect(text[2]).toMatch(/^ +11:00 +11:30 +12:00$/)
    expect(text[3]).toMatch(/^all /)
    expect(text[4]).toMatch(/^node4 ·{50,}▄+ ▼3\.2$/)
    expect(text[5]).toMatch(/^node2 ·+█{10,}·+ ▲9\.6$/)
    expect(text[6]).toMatch(/^node5 ·+░{5,}·+ ░$/)
    expect(text[7]).toBe('27 series quiet')
    expect(text[9]).toBe('1 open incident')
    expect(text[10]).toMatch(/^■ ▼ 3\.2 {2}10m +cpu on node4$/)
    expect(text[12]).toMatch(/^■ ▲ 9\.6 {2}11:30:00 +cpu on node2$/)
  })

  it('fits 60 columns and 16 rows with 200 instances, also with Chinese names', () => {
    const periods = Array.from({ length: 200 }, (_, at) =>
      period({
        id: `p${at}`,
        val: 1 + (9 * at) / 200,
        start: now - minute,
        end: now,
        series: on(`上海节点很长的名字${at}`),
      }),
    )
    const incidents = periods.map(({ id, val }) =>
      incident({ id, val, state: 'open', sentence: '节点的处理器达到很高的值'.repeat(9) }),
    )
    const text = lines({ periods, incidents }, { width: 60, height: 16 })
    expect(text).toHaveLength(16)
    expect(Math.max(...text.map(displayWidth))).toBeLessThanOrEqual(60)
    expect(text[4]).toContain('▲10.0')
    expect(text.join('\n')).toMatch(/19\d more instances, up to 9\.\d/)
    expect(text.join('\n')).toContain('more lines: enlarge the window')
    expect(text.at(-1)).toMatch(/^1 15m {2}2 1h .* q quit {2}UTC$/)
  })

  it('tells since when the server is not reached, and that it is paused', () => {
    expect(lines({}, { lostAt: now - minute })[1]).toBe('Not reached since 11:59:00, trying again.')
    expect(lines({}, { pausedAt: now })[1]).toBe('Paused at 12:00:00; space goes on.')
  })

  it('shows a project in which nothing is wrong, one without samples, and the time before the first answer', () => {
    expect(lines({})).toContain('30 series, all quiet')
    expect(lines({ position: null, lagMs: null, trust: 'none' })[0]).toBe('shop · live · nothing scored yet')
    expect(lines({}, { board: undefined })[1]).toBe('Connecting.')
  })
})

describe('updateBoard', () => {
  it('replaces the degrees that come again and keeps those before them', () => {
    const times = [1, 2, 3].map((at) => at * minute)
    const first = updateBoard(
      undefined,
      { isWhole: true, analysis: liveAnalysis({ times, degree: [0, 1, null] }) },
      now,
    )
    const more = liveAnalysis({ from: 3 * minute, times: [3 * minute, 4 * minute], degree: [5, 6] })
    expect([...updateBoard(first, { isWhole: false, analysis: more }, now).degrees.values()]).toEqual([0, 1, 5, 6])
    expect([...updateBoard(first, { isWhole: true, analysis: more }, now).degrees.values()]).toEqual([5, 6])
  })
})
