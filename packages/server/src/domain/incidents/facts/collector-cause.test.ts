import { describe, expect, it } from 'vitest'
import { collectorCause, collectorSilenceOf } from './collector-cause.ts'

const SERIES_IDS = ['cpu[node1]', 'cpu[node2]']

describe('collectorSilenceOf', () => {
  it('is when all series fell silent, also after one of them had', () => {
    const silent = { kind: 'silent' as const, start: 1000, seriesIds: ['cpu[node1]'] }
    const collector = { kind: 'collector' as const, start: 2000, seriesIds: SERIES_IDS }
    expect(collectorSilenceOf([silent, collector])).toEqual({ start: 2000, series: 2 })
  })

  it('is undefined for a silent series, and for lines that could not be read', () => {
    expect(collectorSilenceOf([{ kind: 'silent', start: 1000, seriesIds: SERIES_IDS }])).toBeUndefined()
    expect(
      collectorSilenceOf([{ kind: 'collector', start: 1000, seriesIds: SERIES_IDS, rejectedLines: 7 }]),
    ).toBeUndefined()
    expect(collectorSilenceOf([])).toBeUndefined()
  })
})

describe('collectorCause', () => {
  it('says with how many series it stopped', () => {
    const sentence = (series: number, locale: 'en' | 'zh-CN') => collectorCause({ start: 0, series }, locale).sentence
    expect(sentence(30, 'en')).toBe('collector stopped, with all of its 30 series, first to move')
    expect(sentence(1, 'en')).toBe('collector stopped, with its only series, first to move')
    expect(sentence(30, 'zh-CN')).toBe('采集器停止，其 30 个序列全部停止，最先变化')
    expect(sentence(1, 'zh-CN')).toBe('采集器停止，其唯一的序列停止，最先变化')
  })
})
