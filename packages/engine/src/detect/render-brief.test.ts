import { describe, expect, it } from 'vitest'
import { renderBrief, renderTitle } from './render-brief.ts'
import type { SentenceParts } from './sentence.ts'

const RISE: SentenceParts = {
  kind: 'anomaly',
  metric: 'disk_write',
  instance: 'node5',
  durationMs: 6e6,
  side: 1,
  isExtreme: true,
  peak: 84.3,
  usual: 6.3,
  unit: 'MB',
  metrics: 2,
  instances: 1,
  isFirst: true,
}
const DOWN: SentenceParts = { kind: 'down', instance: 'node4', series: 6, isSilent: false, durationMs: 4.5e6 }
const COLLECTOR: SentenceParts = { kind: 'collector', series: 30, durationMs: 3.6e6 }

const read = (parts: SentenceParts, locale: 'en' | 'zh-CN') => [renderTitle(parts, locale), renderBrief(parts, locale)]

describe('title and brief of a finding', () => {
  it('tell a rise without naming the series twice', () => {
    expect(read(RISE, 'en')).toEqual([
      'disk_write on node5',
      'reached 84.3 MB, usually 6.3; first of 2 metrics to move',
    ])
    expect(read(RISE, 'zh-CN')).toEqual([
      'node5 的 disk_write',
      '达到 84.3 MB，通常为 6.3；是发生变化的 2 项指标中最先变化的',
    ])
  })
  it('tell an instance that is down', () => {
    expect(read(DOWN, 'en')).toEqual(['node4 down', 'all 6 series near zero'])
    expect(read(DOWN, 'zh-CN')).toEqual(['node4 停机', '全部 6 个序列接近于零'])
  })
  it('tell a silent collector', () => {
    expect(read(COLLECTOR, 'en')).toEqual(['Collector silent', 'none of the 30 series reported'])
    expect(read(COLLECTOR, 'zh-CN')).toEqual(['采集器无数据', '30 个序列均未上报'])
  })
  it('tell lines that could not be read', () => {
    const unreadable: SentenceParts = { ...COLLECTOR, rejectedLines: 60, isUnreadable: true }
    expect(read(unreadable, 'en')).toEqual(['No readable samples', '60 lines of the file could not be read'])
    expect(read(unreadable, 'zh-CN')).toEqual(['没有可读的样本', '文件中有 60 行无法读取'])
  })
  it('tell a silent or frozen series, and one away from its peers', () => {
    expect(read({ kind: 'silent', instance: 'n1', metric: 'cpu', series: 1, durationMs: 1 }, 'en')[0]).toBe('cpu on n1')
    expect(read({ kind: 'silent', instance: 'n1', series: 2, durationMs: 1 }, 'zh-CN')[0]).toBe('n1 无数据')
    const frozen: SentenceParts = { kind: 'frozen', metric: 'cpu', instance: '', value: 4, unit: '%', durationMs: 1 }
    expect(read(frozen, 'en')).toEqual(['cpu', 'stood still at 4 %'])
    const peer: SentenceParts = {
      kind: 'peer',
      metric: 'cpu',
      instance: 'n1',
      durationMs: 1,
      side: 1,
      peak: 98,
      unit: '%',
      peers: 4,
      peerMedian: 20,
    }
    expect(renderBrief(peer, 'en')).toBe('was at 98 % while its 4 peers were around 20 %')
    expect(renderBrief(peer, 'zh-CN')).toBe('为 98 %，而其 4 个同类约为 20 %')
  })
})
