import { expect, it } from 'vitest'
import type { FindingRow } from '../../findings/index.ts'
import { causesOfFindings } from './causes-of-findings.ts'

const minute = 60_000
const part = (metric: string, firstAt: number, share: number) => ({
  ...{ seriesId: `${metric}[a]`, firstAt, share, side: 1, peak: 90, usual: 40, spread: 5 },
})
const series = [part('cpu', 0, 0.5), part('mem', 0, 0.3), part('net', minute, 0.2)]
const row = { type: 'period', kind: 'anomaly', startTime: 0, endTime: 5 * minute, severity: 2, direction: 1, rows: 5 }

it('gives series that moved at the same time the same place', () => {
  const keys = series.map(({ seriesId }) => ({ id: seriesId, metric: seriesId.slice(0, 3), instance: 'a' }))
  const rows = [{ ...row, detail: { series } } as unknown as FindingRow]
  const ranking = causesOfFindings({ rows, keys, history: [], stepMs: minute })
  expect(ranking!.causes.map(({ metric, reasons }) => [metric, reasons.place, reasons.behindMs])).toEqual([
    ['cpu', 1, 0],
    ['mem', 1, 0],
    ['net', 3, minute],
  ])
})
