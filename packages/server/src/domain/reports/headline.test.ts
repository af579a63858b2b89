import { expect, it } from 'vitest'
import type { ReportFigures, ReportShare } from '../../schema/wire-types.ts'
import { headlineOf } from './headline.ts'

const MINUTE = 60_000
const figures = (abnormalMs: number): ReportFigures => ({
  incidents: 3,
  findings: 3,
  abnormalMs,
  missingMs: 0,
  meanDurationMs: 7 * MINUTE,
  meanSeverity: 6.8,
  arrivedShare: 1,
})
const share = (name: string, shareOfTime: number): ReportShare => ({
  projectName: 'shop',
  name,
  abnormalMs: shareOfTime * 21 * MINUTE,
  findings: 1,
  meanSeverity: 6.8,
  shareOfTime,
  shareOfFindings: 0.5,
  shareOfSeverity: 0.5,
})
const facts = {
  figures: figures(21 * MINUTE),
  before: figures(106 * MINUTE),
  hasData: true,
  hadData: true,
  ...({ period: 'last24h', isComplete: true, name: undefined, incidents: [] } as const),
  byInstance: [share('node4', 0.6), share('node5', 0.4)],
}

it('names where most of the time was', () => {
  expect(headlineOf(facts, 'en')).toMatch(/: 21 min abnormal instead of 1 h 46 min; 13 min of it on node4/)
})

it('has no space between two Chinese words', () => {
  expect(headlineOf(facts, 'zh-CN')).toBe('最近 24 小时好转：异常 21 分钟，此前为 1 小时 46 分钟；其中 13 分钟在 node4')
})
