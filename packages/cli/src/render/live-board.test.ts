import type { LiveAnalysis } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { updateBoard } from '../live/watch-on-screen.ts'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { liveForecast, liveSeries, outlook, seriesForecast } from '../testing/live-forecast.ts'
import { gap, incident, NOW, period } from '../testing/samples.ts'
import { displayWidth } from './display-width.ts'
import { LIVE_RANGES, type LiveScreen, renderLiveBoard } from './live-board.ts'
import { createPaint } from './paint.ts'

const MINUTE = 60_000
const HOUR = LIVE_RANGES[1]!

function lines(
  given: Partial<LiveAnalysis>,
  { width = 80, height = 24, ...screen }: Partial<LiveScreen> & { width?: number; height?: number } = {},
): string[] {
  const board = updateBoard(undefined, { isWhole: true, analysis: liveAnalysis(given) }, NOW)
  const shown = {
    board,
    range: HOUR,
    lostAt: undefined,
    pausedAt: undefined,
    hasForecast: false,
    changes: [],
    ...screen,
  }
  return renderLiveBoard('shop', shown, { width, height, paint: createPaint('none'), timeZone: 'UTC', now: NOW })
}

const on = (instance: string) => [{ seriesId: `cpu[${instance}]`, share: 1, side: 1 as const }]

describe('renderLiveBoard', () => {
  it('shows state, trust and lag, the worst instance first, and open incidents before those that are over', () => {
    const text = lines({
      periods: [
        period({ id: 'a', val: 9.6, start: NOW - 40 * MINUTE, end: NOW - 30 * MINUTE, series: on('node2') }),
        period({ id: 'b', val: -3.2, start: NOW - 10 * MINUTE, end: NOW, state: 'open', series: on('node4') }),
      ],
      gaps: [gap({ start: NOW - 50 * MINUTE, end: NOW - 45 * MINUTE, seriesIds: ['cpu[node5]'] })],
      incidents: [
        incident({ id: '1', val: 9.6, start: NOW - 40 * MINUTE, end: NOW - 30 * MINUTE, sentence: 'cpu on node2' }),
        incident({ id: '2', val: -3.2, start: NOW - 10 * MINUTE, state: 'open', sentence: 'cpu on node4' }),
      ],
      position: NOW - 2000,
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
        start: NOW - MINUTE,
        end: NOW,
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
    expect(lines({}, { lostAt: NOW - MINUTE })[1]).toBe('Not reached since 11:59:00, trying again.')
    expect(lines({}, { pausedAt: NOW })[1]).toBe('Paused at 12:00:00; space goes on.')
  })

  it('shows a project in which nothing is wrong, one without samples, and the time before the first answer', () => {
    expect(lines({})).toContain('30 series, all quiet')
    expect(lines({ position: null, lagMs: null, trust: 'none' })[0]).toBe('shop · live · nothing scored yet')
    expect(lines({}, { board: undefined })[1]).toBe('Connecting.')
  })
})

describe('the forecast on a screen', () => {
  const names = Array.from({ length: 8 }, (_, at) => `cpu[node${at + 1}]`)
  /** Eight series that leave their range, the last one first. */
  const forecast = liveForecast(
    names.map((name, at) => seriesForecast(name, { outlook: outlook({ about: NOW + (90 - 10 * at) * MINUTE }) })),
    { missing: [{ seriesId: 'mem[node1]', reason: 'learning' }] },
  )
  const series = names.map((name) => liveSeries(name))

  it('shows the soonest outlooks below the incidents, counts the others, and says what is missing', () => {
    const text = lines({ forecast, series }, { hasForecast: true, width: 120, height: 30 })
    const first = text.indexOf('No open incidents')
    expect(text.slice(first + 1, first + 10)).toEqual([
      '',
      'Forecast of 8 of 30 series until 14:00',
      expect.stringMatching(/^◇ ▲ {6}12:20 {2}cpu on node8 leaves the range of its history \(above 66\.1\), /),
      expect.stringMatching(/12:30 {2}cpu on node7/),
      expect.stringMatching(/12:40 {2}cpu on node6/),
      expect.stringMatching(/12:50 {2}cpu on node5/),
      expect.stringMatching(/13:00 {2}cpu on node4/),
      'and 3 more',
      '1 series without a forecast: 1 is still being learned.',
    ])
  })

  it('leaves room for open incidents and the forecast on a small screen', () => {
    const incidents = Array.from({ length: 9 }, (_, at) => incident({ id: `i${at}`, state: 'open' }))
    const text = lines({ forecast, series, incidents }, { hasForecast: true, width: 60, height: 18 })
    expect(text).toHaveLength(18)
    expect(Math.max(...text.map(displayWidth))).toBeLessThanOrEqual(60)
    expect(text).toContain('9 open incidents')
    expect(text).toContain('Forecast of 8 of 30 series until 14:00')
    expect(text.join('\n')).toMatch(/12:20 +cpu on node8/)
  })

  it('says that it is not ready, that nothing is ahead, and that it is over', () => {
    expect(lines({}).join('\n')).not.toContain('Forecast')
    expect(lines({}, { hasForecast: true })).toContain('Not ready yet.')
    const quiet = liveForecast([seriesForecast('cpu[node1]')])
    const text = lines({ forecast: quiet }, { hasForecast: true })
    expect(text).toContain('No series leaves the range of its history before 14:00.')
    const past = { ...quiet, from: NOW - 120 * MINUTE, until: NOW }
    expect(lines({ forecast: past }, { hasForecast: true })).toContain('The last one ended at 12:00.')
  })
})

describe('updateBoard', () => {
  it('keeps the forecast where an answer brings none, also a whole one', () => {
    const forecast = liveForecast([seriesForecast('cpu[node1]')])
    const first = updateBoard(undefined, { isWhole: false, analysis: liveAnalysis({ forecast }) }, NOW)
    expect(first.head).not.toHaveProperty('forecast')
    for (const isWhole of [false, true])
      expect(updateBoard(first, { isWhole, analysis: liveAnalysis() }, NOW).forecast).toBe(first.forecast)
  })

  it('replaces the degrees that come again and keeps those before them', () => {
    const times = [1, 2, 3].map((at) => at * MINUTE)
    const first = updateBoard(
      undefined,
      { isWhole: true, analysis: liveAnalysis({ times, degree: [0, 1, null] }) },
      NOW,
    )
    const more = liveAnalysis({ from: 3 * MINUTE, times: [3 * MINUTE, 4 * MINUTE], degree: [5, 6] })
    expect([...updateBoard(first, { isWhole: false, analysis: more }, NOW).degrees.values()]).toEqual([0, 1, 5, 6])
    expect([...updateBoard(first, { isWhole: true, analysis: more }, NOW).degrees.values()]).toEqual([5, 6])
  })

  it('flags changes over the lanes at their time, and names the latest', () => {
    const change = (title: string, minutes: number) => ({
      id: title,
      at: NOW - minutes * MINUTE,
      kind: 'deployment' as const,
      title,
      version: null,
      instances: [],
      link: null,
      by: 'GitLab',
      createdAt: NOW,
      mayDelete: false,
    })
    const text = lines({}, { changes: [change('v2\u001b[2J', 0), change('v1', 30), change('older', 90)] })
    const flags = text.find((line) => line.includes('⚑'))!
    expect(flags.match(/⚑/g)).toHaveLength(2)
    expect(flags.trimEnd().endsWith('⚑')).toBe(true)
    expect(text.filter((line) => line.startsWith('⚑ '))).toEqual([
      '⚑ 11-20 12:00  v2 [2J  GitLab',
      '⚑ 11-20 11:30  v1  GitLab',
    ])
    expect(text.join('')).not.toContain('older')
  })
})
