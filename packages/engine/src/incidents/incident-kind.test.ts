import { describe, expect, it } from 'vitest'
import { leadingFamily, metricFamily } from './incident-kind.ts'

describe('metricFamily', () => {
  it.each([
    ['cpu', 'cpu'],
    ['CPUUtilization', 'cpu'],
    ['memory_used_mb', 'memory'],
    ['heap_mb', 'memory'],
    ['disk_read', 'disk'],
    ['DiskWriteBytes', 'disk'],
    ['disk_latency_ms', 'disk'],
    ['network_receive', 'network'],
    ['NetworkIn', 'network'],
    ['rx_bytes', 'network'],
    ['request_count', 'load'],
    ['latency_ms', 'load'],
    ['load1', 'load'],
    ['内存使用率', 'memory'],
    ['网络流量', 'network'],
    ['temperature', 'metric'],
    ['members', 'metric'],
    ['', 'metric'],
  ])('%s is about %s', (metric, family) => {
    expect(metricFamily(metric)).toBe(family)
  })
})

describe('leadingFamily', () => {
  it('adds the shares of metrics about the same', () => {
    const series = [
      { seriesId: 'cpu[a]', share: 0.4, side: 1 as const, onset: 0 },
      { seriesId: 'disk_read[a]', share: 0.3, side: 1 as const, onset: 0 },
      { seriesId: 'disk_write[a]', share: 0.3, side: 1 as const, onset: 0 },
    ]
    expect(leadingFamily(series)).toBe('disk')
    expect(leadingFamily([])).toBe('metric')
  })
})
