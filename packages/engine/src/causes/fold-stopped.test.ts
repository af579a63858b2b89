import { describe, expect, it } from 'vitest'
import type { Cause } from './cause.ts'
import { foldStopped } from './fold-stopped.ts'
import { renderCause } from './render-cause.ts'

const cause = (metric: string, instance: string, share: number, hasStopped: boolean): Cause => ({
  seriesId: `${metric}[${instance}]`,
  metric,
  instance,
  role: 'cause',
  score: share,
  share,
  reasons: {
    deviation: 50,
    side: -1,
    peak: 3,
    usual: 3,
    spread: 0,
    onset: 60_000,
    place: 1,
    behindMs: 0,
    persistence: 1,
    moved: { count: 3, of: 4 },
    hits: { count: 0, of: 0 },
    ...(hasStopped && { hasStopped: true as const }),
  },
})

describe('foldStopped', () => {
  const folded = foldStopped([
    cause('cpu', 'a', 0.4, true),
    cause('net', 'b', 0.2, false),
    cause('mem', 'a', 0.2, true),
    cause('net', 'a', 0.1, false),
    cause('disk', 'a', 0.1, true),
  ])

  it('has the first series that stopped stand for all of its instance', () => {
    expect(folded.map(({ seriesId, stopped }) => [seriesId, stopped])).toEqual([
      ['cpu[a]', 3],
      ['net[b]', undefined],
      ['net[a]', undefined],
    ])
    expect(folded[0]!.share).toBeCloseTo(0.7, 12)
  })

  it('leaves a series that stopped alone as it is', () => {
    const alone = [cause('cpu', 'a', 0.6, true), cause('cpu', 'b', 0.4, true)]
    expect(foldStopped(alone)).toEqual(alone)
  })

  it('says which instance stopped, with how many of its metrics', () => {
    expect(renderCause(folded[0]!, 'en')).toBe('a stopped, with 3 of its 4 metrics, first to move')
    expect(renderCause(folded[0]!, 'zh-CN')).toBe('a 停止，其 4 项指标中有 3 项停止，最先变化')
    expect(renderCause(folded[1]!, 'en')).toMatch(/^net on b went down/)
  })
})
