import { describe, expect, it } from 'vitest'
import { nameOutages } from './outages.ts'
import { renderTitle } from './render-brief.ts'
import { renderSentence } from './render-sentence.ts'
import type { SentenceParts } from './sentence.ts'

const down = (instance: string): SentenceParts => {
  return { kind: 'down', instance, series: 6, isSilent: false, durationMs: 360_000 }
}
const silent = (instance: string): SentenceParts => ({ kind: 'silent', instance, series: 2, durationMs: 30_000 })
const series: SentenceParts = { kind: 'silent', instance: 'node9', metric: 'cpu', series: 1, durationMs: 30_000 }

describe('nameOutages', () => {
  it('names each instance that is down or silent as a whole once', () => {
    const all = [down('node2'), down('node1'), silent('node3'), series, silent('node1')]
    expect(nameOutages(down('node2'), all)).toEqual({ ...down('node2'), others: ['node1', 'node3'] })
    expect(nameOutages(down('node2'), [down('node2')])).toEqual(down('node2'))
    expect(nameOutages(series, all)).toEqual(series)
  })
  it('shows in title and sentence, at most three by name', () => {
    const tell = (...others: string[]) => {
      const parts = nameOutages(down('node1'), others.map(down))
      return [renderTitle(parts, 'en'), renderTitle(parts, 'zh-CN'), renderSentence(parts, 'en').split(', ').at(-1)]
    }
    expect(tell()).toEqual(['node1 down', 'node1 停机', 'for 6 min'])
    expect(tell('node2')).toEqual(['node1 and node2 down', 'node1、node2 停机', 'for 6 min; node2 as well'])
    expect(tell('node2', 'node3').slice(0, 2)).toEqual(['node1, node2 and node3 down', 'node1、node2、node3 停机'])
    expect(tell('b', 'c', 'd', 'e')).toEqual([
      ...['node1, b, c and 2 more down', 'node1、b、c 等 5 个实例 停机', 'd and 1 more as well'],
    ])
    const both = nameOutages(silent('node1'), [silent('node2')])
    expect(renderTitle(both, 'en')).toBe('node1 and node2 silent')
    expect(renderTitle(both, 'zh-CN')).toBe('node1、node2 无数据')
    expect(renderSentence(both, 'en')).toBe(
      'all 2 series of node1 sent nothing for 30 s, while others reported; node2 as well',
    )
    expect(renderSentence(both, 'zh-CN')).toBe(
      'node1 的全部 2 个序列没有数据，持续 30 秒，其他目标正常上报；node2 同样',
    )
  })
})
