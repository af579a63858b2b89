import { describe, expect, it } from 'vitest'
import { guessUnit } from './guess-unit.ts'
import { renderSentence } from './render-sentence.ts'
import type { AnomalySentence } from './sentence.ts'

const MINUTE = 60_000
const anomaly: AnomalySentence = {
  kind: 'anomaly',
  metric: 'cpu',
  instance: 'node3',
  durationMs: 12 * MINUTE,
  side: 1,
  peak: 98,
  unit: '%',
  spreads: 6.1,
  forThisHour: true,
  moved: 5,
  isFirst: true,
}

describe('renderSentence', () => {
  it('tells an anomaly', () => {
    expect(renderSentence(anomaly, 'en')).toBe(
      'cpu on node3 reached 98 %, 6.1 times its usual spread for this hour, for 12 minutes, first of 5 metrics to move',
    )
    expect(renderSentence(anomaly, 'zh-CN')).toBe(
      'node3 的 cpu 达到 98 %，为该时段通常波动的 6.1 倍，持续 12 分钟，是 5 项变化指标中最先变化的',
    )
  })

  it('tells one below normal, alone, without an instance', () => {
    const low = { ...anomaly, instance: '', side: -1, moved: 1, forThisHour: false, unit: '', peak: -1234.5 } as const
    expect(renderSentence(low, 'en')).toBe(
      'cpu fell to -1,235, 6.1 times its usual spread, for 12 minutes, the only metric to move',
    )
    expect(renderSentence(low, 'zh-CN')).toBe('cpu 降至 -1,235，为通常波动的 6.1 倍，持续 12 分钟，仅此一项指标变化')
  })

  it('tells one among others, with its service', () => {
    expect(renderSentence({ ...anomaly, isFirst: false, service: 'shop' }, 'en')).toMatch(
      /^cpu on node3\/shop .*, one of 5 metrics that moved$/,
    )
  })

  it('tells every kind in both languages', () => {
    const at = { durationMs: 90 * MINUTE }
    const named = { metric: 'cpu', instance: 'b', ...at }
    const kinds = [
      { kind: 'peer', side: 1, peak: 9, unit: '', peers: 4, peerMedian: 2, ...named },
      { kind: 'down', instance: 'b', series: 6, isSilent: true, ...at },
      { kind: 'silent', instance: 'b', series: 6, ...at },
      { kind: 'silent', instance: 'b', metric: 'cpu', series: 1, ...at },
      { kind: 'collector', series: 30, ...at },
      { kind: 'frozen', value: 3, unit: 'ms', ...named },
    ] as const
    expect(kinds.map((parts) => renderSentence(parts, 'en'))).toEqual([
      'cpu on b was at 9 while its 4 peers were around 2, for 1 hour 30 minutes',
      'b went down: all 6 series silent, for 1 hour 30 minutes',
      'all 6 series of b sent nothing for 1 hour 30 minutes, while others reported',
      'cpu on b sent nothing for 1 hour 30 minutes, while others reported',
      'the collector was silent for 1 hour 30 minutes: none of the 30 series reported',
      'cpu on b stood still at 3 ms for 1 hour 30 minutes',
    ])
    for (const parts of kinds) expect(renderSentence(parts, 'zh-CN')).toContain('1 小时 30 分钟')
  })

  it.each([
    [500, '500 ms'],
    [1_000, '1 second'],
    [60_000, '1 minute'],
    [90_000, '1 minute 30 seconds'],
    [15 * MINUTE + 9_000, '15 minutes'],
    [26 * 60 * MINUTE, '1 day 2 hours'],
    [2 * 60 * MINUTE - 100, '2 hours'],
  ])('tells %d ms as %s', (durationMs, text) => {
    expect(renderSentence({ kind: 'collector', series: 1, durationMs }, 'en')).toContain(`for ${text}:`)
  })

  it.each([
    [0.00012345, '0.000123'],
    [Math.PI, '3.14'],
    [99.95, '100'],
    [1234567, '1,234,567'],
    [1e-9, '1e-9'],
    [0, '0'],
  ])('tells %d as %s', (peak, text) => {
    expect(renderSentence({ ...anomaly, unit: '', peak }, 'en')).toContain(`reached ${text},`)
  })
})

describe('guessUnit', () => {
  it.each([
    ['cpu', '%'],
    ['CPU usage', '%'],
    ['heap_mb', 'MB'],
    ['latency.ms', 'ms'],
    ['disk.used.percent', '%'],
    ['network_send', ''],
    ['memory', ''],
    ['items', ''],
    ['cpu_seconds', 's'],
  ])('takes %s for %j', (metric, unit) => {
    expect(guessUnit(metric)).toBe(unit)
  })
})
