import { describe, expect, it } from 'vitest'
import { renderIncidentTitle } from './render-incident-title.ts'

const TITLE = {
  kind: 'cpu' as const,
  metric: 'cpu',
  instance: 'node3',
  side: 1 as const,
  metrics: 5,
  instances: 3,
  logs: 2,
  durationMs: 720_000,
}

describe('renderIncidentTitle', () => {
  it('tells metrics and logs together', () => {
    expect(renderIncidentTitle(TITLE, 'en')).toBe(
      'CPU: cpu on node3 high with 4 more metrics and 2 log findings on 3 instances for 12 min',
    )
    expect(renderIncidentTitle(TITLE, 'zh-CN')).toBe(
      'CPU：node3 的 cpu 偏高，另有 4 项指标，2 条日志发现，涉及 3 个实例，持续 12 分钟',
    )
  })

  it('is short where little happened', () => {
    const small = { ...TITLE, metrics: 1, instances: 1, logs: 0, side: -1 as const }
    expect(renderIncidentTitle(small, 'en')).toBe('CPU: cpu on node3 low for 12 min')
    expect(renderIncidentTitle(small, 'zh-CN')).toBe('CPU：node3 的 cpu 偏低，持续 12 分钟')
  })

  it('names the instance that is down', () => {
    expect(renderIncidentTitle({ ...TITLE, kind: 'instanceDown' }, 'en')).toBe('Instance down: node3 for 12 min')
    expect(renderIncidentTitle({ ...TITLE, kind: 'instanceDown' }, 'zh-CN')).toBe('实例停机：node3，持续 12 分钟')
  })

  it('quotes a log, and cuts a long one', () => {
    const { metric: _, ...log } = { ...TITLE, kind: 'log' as const, metrics: 0, template: 'disk <*> failed' }
    expect(renderIncidentTitle(log, 'en')).toBe("Log: 'disk <*> failed' and 1 log finding more for 12 min")
    expect(renderIncidentTitle({ ...log, template: 'x'.repeat(1e6) }, 'zh-CN').length).toBeLessThan(120)
  })
})
