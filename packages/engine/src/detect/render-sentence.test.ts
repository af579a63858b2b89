import { describe, expect, it } from 'vitest'
import { guessUnit, rateUnit } from './guess-unit.ts'
import { renderSentence } from './render-sentence.ts'
import type { AnomalySentence, LogSentence } from './sentence.ts'

const MINUTE = 60_000
const ANOMALY: AnomalySentence = {
  kind: 'anomaly',
  metric: 'cpu',
  instance: 'node3',
  durationMs: 12 * MINUTE,
  side: 1,
  peak: 98,
  unit: '%',
  isExtreme: true,
  usual: 31.4,
  metrics: 5,
  instances: 1,
  isFirst: true,
}

describe('renderSentence', () => {
  it('tells an anomaly by its extreme and what was expected then', () => {
    expect(renderSentence(ANOMALY, 'en')).toBe(
      'cpu on node3 reached 98 %, usually 31.4, for 12 min, first of 5 metrics to move',
    )
    expect(renderSentence(ANOMALY, 'zh-CN')).toBe(
      'node3 的 cpu 达到 98 %，通常为 31.4，持续 12 分钟，是发生变化的 5 项指标中最先变化的',
    )
  })

  it('tells for how long of a fall the value was near zero, before the swing back', () => {
    const parts = { ...ANOMALY, floorMs: 9 * 3_600_000, recoveryMs: 60_000 }
    expect(renderSentence(parts, 'en')).toContain(', for 12 min, near zero for 9 h, recovering for 1 min,')
    expect(renderSentence(parts, 'zh-CN')).toContain('持续 12 分钟，其中 9 小时接近于零，随后恢复用时 1 分钟，')
  })

  it('says of one alone that it is so on its instance, since others may move elsewhere', () => {
    const alone = { ...ANOMALY, metrics: 1, instances: 1 }
    expect(renderSentence(alone, 'en')).toMatch(/, the only metric that moved there$/)
    expect(renderSentence(alone, 'zh-CN')).toMatch(/，该处仅此一项指标变化$/)
  })

  it('tells one below normal, alone, without an instance', () => {
    const low = { ...ANOMALY, instance: '', side: -1, metrics: 1, unit: '', peak: -1234.5, usual: 0 } as const
    expect(renderSentence(low, 'en')).toBe('cpu fell to -1,235, usually 0, for 12 min, the only metric that moved')
    expect(renderSentence(low, 'zh-CN')).toBe('cpu 降至 -1,235，通常为 0，持续 12 分钟，仅此一项指标变化')
  })

  it.each([
    [1, 3, 'first of 3 instances to move', '是发生变化的 3 个实例中最先变化的'],
    [3, 2, 'first of 3 metrics on 2 instances to move', '是发生变化的 2 个实例上的 3 项指标中最先变化的'],
  ])('counts %d metrics on %d instances', (metrics, instances, en, zh) => {
    expect(renderSentence({ ...ANOMALY, metrics, instances }, 'en')).toMatch(new RegExp(`, ${en}$`))
    expect(renderSentence({ ...ANOMALY, metrics, instances }, 'zh-CN')).toContain(`，${zh}`)
  })

  it('tells one among others, with its service', () => {
    expect(renderSentence({ ...ANOMALY, isFirst: false, service: 'shop' }, 'en')).toMatch(
      /^cpu on node3\/shop .*, one of 5 metrics that moved$/,
    )
  })

  it('counts nothing where there is one series, and says nothing of what was not expected', () => {
    const { metrics: _metrics, instances: _instances, usual: _usual, ...alone } = ANOMALY
    expect(renderSentence(alone, 'en')).toBe('cpu on node3 reached 98 %, for 12 min')
  })

  it('keeps names whole: of 200 characters, emoji, and from right to left between isolates', () => {
    const long = `${'m'.repeat(199)}é`
    for (const locale of ['en', 'zh-CN'] as const) {
      expect(renderSentence({ ...ANOMALY, metric: long }, locale)).toContain(long)
      expect(renderSentence({ ...ANOMALY, metric: '🔥👩‍👩‍👧‍👦', instance: '🐳' }, locale)).toMatch(
        /🐳.*🔥👩‍👩‍👧‍👦|🔥👩‍👩‍👧‍👦.*🐳/u,
      )
    }
    expect(renderSentence({ ...ANOMALY, metric: 'استهلاك', instance: 'عقدة', service: 'web' }, 'en')).toMatch(
      /^\u2068استهلاك\u2069 on \u2068عقدة\u2069\/web reached 98 %/,
    )
  })

  it('tells a series without a name, a unit, a spread or a number', () => {
    const nameless = { ...ANOMALY, metric: '', unit: '', peak: 5, usual: 5 } as const
    expect(renderSentence({ ...nameless, instance: '' }, 'en')).toMatch(/^the series reached 5, usually 5, for 12 min/)
    expect(renderSentence(nameless, 'en')).toMatch(/^the series on node3 reached 5/)
    expect(renderSentence(nameless, 'zh-CN')).toMatch(/^node3 的 该序列 达到 5/)
    for (const peak of [Number.NaN, Number.POSITIVE_INFINITY, null as unknown as number])
      for (const locale of ['en', 'zh-CN'] as const)
        expect(renderSentence({ ...ANOMALY, peak, unit: '' }, locale)).not.toMatch(/NaN|Infinity|null|∞/)
  })

  it('claims no extreme where the value is not one, as in what older versions stored', () => {
    const { isExtreme: _isExtreme, ...old } = { ...ANOMALY, spreads: 6.1, forThisHour: true, moved: 5 }
    expect(renderSentence(old, 'en')).toContain('cpu on node3 was at 98 %')
    expect(renderSentence(old, 'zh-CN')).toContain('node3 的 cpu 为 98 %')
  })

  it('says that values came back, or stayed', () => {
    expect(renderSentence({ ...ANOMALY, recoveryMs: 30 * MINUTE }, 'en')).toContain(', recovering for 30 min,')
    expect(renderSentence({ ...ANOMALY, recoveryMs: 30 * MINUTE }, 'zh-CN')).toContain('，随后恢复用时 30 分钟，')
    expect(renderSentence({ ...ANOMALY, isNewNormal: true }, 'en')).toContain(', and stayed there as the new normal,')
    expect(renderSentence({ ...ANOMALY, isNewNormal: true }, 'zh-CN')).toContain('成为新的常态')
  })

  it.each([
    [30.26, 30.24, 'reached 30.3, usually 30.2,'],
    [30.22, 30.21, 'reached 30.2, usually 30.21,'],
    [30236, 30187.4, 'reached 30,236, usually 30,187,'],
    [5, 5, 'reached 5, usually 5,'],
  ])('shows of %d and %d that they differ', (peak, usual, text) => {
    expect(renderSentence({ ...ANOMALY, unit: '', peak, usual }, 'en')).toContain(text)
  })

  it('speaks of one series in the singular', () => {
    const at = { durationMs: MINUTE, series: 1 }
    const kinds = [
      { kind: 'down', instance: 'b', isSilent: false, ...at },
      { kind: 'silent', instance: 'b', ...at },
      { kind: 'collector', ...at },
      { kind: 'peer', metric: 'cpu', instance: 'b', side: 1, peak: 9, unit: '', peers: 1, peerMedian: 2, ...at },
    ] as const
    expect(kinds.map((parts) => renderSentence(parts, 'en'))).toEqual([
      'b went down: its only series near zero, for 1 min',
      'the only series of b sent nothing for 1 min, while others reported',
      'the collector was silent for 1 min: its only series did not report',
      'cpu on b was at 9 while its peer was around 2, for 1 min',
    ])
    for (const parts of kinds) expect(renderSentence(parts, 'zh-CN')).not.toMatch(/全部|1 个序列/)
  })

  it('tells of lines that could not be read instead of a silent collector, in both languages', () => {
    const collector = { kind: 'collector', series: 6, durationMs: 12 * MINUTE } as const
    const unreadable = { ...collector, rejectedLines: 12_345, isUnreadable: true } as const
    expect(renderSentence(unreadable, 'en')).toBe(
      'no readable samples for 12 min: 12,345 lines of the file could not be read',
    )
    expect(renderSentence(unreadable, 'zh-CN')).toBe('没有可读的样本，持续 12 分钟：文件中有 12,345 行无法读取')
    expect(renderSentence({ ...collector, rejectedLines: 1 }, 'en')).toBe(
      'the collector was silent for 12 min: none of the 6 series reported, and 1 line of the file could not be read',
    )
    expect(renderSentence({ ...collector, rejectedLines: 1 }, 'zh-CN')).toBe(
      '采集器无数据，持续 12 分钟：6 个序列均未上报，且文件中有 1 行无法读取',
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
      'cpu on b was at 9 while its 4 peers were around 2, for 1 h 30 min',
      'b went down: all 6 series silent, for 1 h 30 min',
      'all 6 series of b sent nothing for 1 h 30 min, while others reported',
      'cpu on b sent nothing for 1 h 30 min, while others reported',
      'the collector was silent for 1 h 30 min: none of the 30 series reported',
      'cpu on b stood still at 3 ms for 1 h 30 min',
    ])
    for (const parts of kinds) expect(renderSentence(parts, 'zh-CN')).toContain('1 小时 30 分钟')
  })

  it.each([
    [500, '500 ms'],
    [1_000, '1 s'],
    [60_000, '1 min'],
    [90_000, '1 min 30 s'],
    [10 * MINUTE + 2_000, '10 min'],
    [100 * MINUTE, '1 h 40 min'],
    [26 * 60 * MINUTE, '1 day 2 h'],
    [24 * 60 * MINUTE - 1, '1 day'],
    [13 * 60 * MINUTE + 4 * MINUTE, '13 h'],
    [2 * 60 * MINUTE - 100, '2 h'],
    [20 * 24 * 60 * MINUTE + 5 * 60 * MINUTE, '20 days'],
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
    expect(renderSentence({ ...ANOMALY, unit: '', peak }, 'en')).toContain(`reached ${text},`)
  })
})

it('writes a rate per second right behind its figure', () => {
  const rate = { ...ANOMALY, metric: 'rate(requests_total)', unit: '/s', peak: 284, usual: 142 } as const
  expect(renderSentence(rate, 'en')).toContain('reached 284/s, usually 142')
  expect(renderSentence(rate, 'zh-CN')).toContain('284/s')
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
    ['rate(http_requests_total{method="GET"})', '/s'],
    ['rate(network_receive_bytes_total)', 'B/s'],
    ['rate(latency_seconds_sum)', 's/s'],
    ['rate(latency_seconds_count)', '/s'],
  ])('takes %s for %j', (metric, unit) => {
    expect(guessUnit(metric)).toBe(unit)
  })
})

describe('rateUnit', () => {
  it.each([
    ['http_requests_total', undefined, '/s'],
    ['node_network_receive_bytes_total{device="eth0"}', undefined, 'B/s'],
    ['network.io', 'By', 'B/s'],
    ['http.requests', '{requests}', 'requests/s'],
    ['events', '1', '/s'],
    ['latency_bucket{le="1"}', 'seconds', '/s'],
    ['cpu_total', 'seconds', 'seconds/s'],
  ])('takes that of %j with the unit %j for %s', (metric, unit, expected) => {
    expect(rateUnit(metric, unit)).toBe(expected)
  })
})

describe('a sentence on log lines', () => {
  const log: LogSentence = {
    kind: 'log',
    finding: 'new',
    template: 'Job <*> closed',
    instance: 'node3',
    isError: false,
    lines: 3,
    bucketMs: 10_000,
    durationMs: 12 * MINUTE,
  }
  it.each<[Partial<LogSentence>, string, string]>([
    [{ finding: 'new' }, 'log line never seen before, 3 lines', '从未出现过的日志，共 3 条'],
    [{ finding: 'rare', lines: 1, isError: true }, 'rare error', '罕见的错误日志'],
    [{ finding: 'hot', observed: 90, usual: 3 }, '90 lines in 10 s, usually 3', '10 秒内 90 条日志，通常为 3 条'],
    [
      { finding: 'cold', observed: 12, usual: MINUTE },
      'missing for 12 min, usually every 1 min',
      '已 12 分钟未出现，通常每 1 分钟出现一次',
    ],
    [{ finding: 'sequence' }, 'log line out of order, 3 lines', '顺序异常的日志，共 3 条'],
    [{ finding: 'value', observed: 90_000, usual: 38.5 }, 'held 90,000, usually 38.5', '数值为 90,000，通常为 38.5'],
  ])('tells of %j', (parts, english, chinese) => {
    expect(renderSentence({ ...log, ...parts }, 'en')).toBe(`'Job <*> closed' on node3: ${english}`)
    expect(renderSentence({ ...log, ...parts }, 'zh-CN')).toBe(`node3 的“Job <*> closed”：${chinese}`)
  })
})
