import { severityRank } from '@omen/charts/findings'
import type { FindingRow } from '@omen/sdk/rules'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { Analysis } from '../analysis.ts'

type Found = Pick<Analysis, 'periods' | 'gaps' | 'intervalMs'>

/** The findings that lie at least in part in the time shown, by time: what `omen detections export` writes, as the page shows it. */
export const findingRows = ({ periods, gaps, intervalMs }: Found, range: Range | null): FindingRow[] => {
  const found: FindingRow[] = [
    ...periods.map(({ val, verdict, verdictNote, series: [lead], ...period }) => ({
      type: 'period' as const,
      id: period.id,
      number: period.number,
      kind: period.kind,
      start: period.start,
      end: period.end,
      rows: period.rows,
      sentence: period.sentence,
      severity: Math.min(10, severityRank(val)),
      direction: val < 0 ? -1 : 1,
      probability: period.probability ?? null,
      leadSeriesId: lead?.seriesId ?? null,
      expected: lead?.usual ?? null,
      actual: lead?.peak ?? null,
      hidden: false,
      ...(verdict !== undefined && { verdict }),
      ...(verdictNote !== undefined && { verdictNote }),
    })),
    ...gaps.map(({ kind, start, end, seriesIds: [lead], sentence }, index) => ({
      type: 'gap' as const,
      id: `gap-${index + 1}`,
      number: index + 1,
      kind,
      start,
      end,
      sentence,
      rows: intervalMs == null ? null : Math.round((end - start) / intervalMs) + 1,
      severity: null,
      direction: null,
      probability: null,
      expected: null,
      actual: null,
      leadSeriesId: lead ?? null,
      hidden: false,
    })),
  ]
  const isShown = ({ start, end }: FindingRow) =>
    range === null || ((end ?? Number.POSITIVE_INFINITY) >= range.from && start <= range.to)
  return found.filter(isShown).sort((a, b) => a.start - b.start)
}
