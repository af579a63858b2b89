import { describe, expect, it } from 'vitest'
import { renderPrediction } from './render-prediction.ts'

const MINUTE = 60_000
const PREDICTION = {
  ruleId: 'r',
  outcome: 'kind disk',
  at: 0,
  low: 10 * MINUTE,
  about: 40 * MINUTE,
  high: 70 * MINUTE,
  until: 90 * MINUTE,
  probability: 0.75,
  hits: 7,
  misses: 2,
}
const TITLE = {
  kind: 'disk' as const,
  metric: 'disk_used',
  instance: 'db1',
  side: 1 as const,
  metrics: 4,
  instances: 2,
  logs: 1,
  durationMs: MINUTE,
}

describe('renderPrediction', () => {
  it('tells what, when and how often that was right', () => {
    expect(renderPrediction(PREDICTION, 0, 'en')).toBe(
      'an incident (disk) expected in about 40 min (10 min to 1 h 10 min), right 7 of 9 times',
    )
    expect(renderPrediction({ ...PREDICTION, title: TITLE }, 0, 'en')).toContain(
      'Disk: disk_used on db1 high expected in about',
    )
    expect(renderPrediction({ ...PREDICTION, title: TITLE }, 0, 'zh-CN')).toBe(
      '预计约 40 分钟后（10 分钟至1 小时 10 分钟）发生磁盘：db1 的 disk_used 偏高，此前 9 次中 7 次正确',
    )
  })

  it('says when it is due, and when nothing is known of the rule', () => {
    expect(renderPrediction(PREDICTION, 50 * MINUTE, 'en')).toContain('expected any moment')
    expect(renderPrediction({ ...PREDICTION, hits: 0, misses: 0 }, 50 * MINUTE, 'zh-CN')).toBe(
      '预计随时发生事件（disk），尚未验证',
    )
  })
})
