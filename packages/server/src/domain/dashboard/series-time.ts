import type { ProjectRow } from '../projects/index.ts'
import type { Span } from './findings-in.ts'

/** Milliseconds of a span that projects have data of, each from its first sample on, times their series. */
export function seriesTime(rows: readonly ProjectRow[], { from, to }: Span): number {
  return rows.reduce((sum, { source, project }) => {
    const first = Math.max(from, source.fromTime ?? to)
    return sum + project.seriesCount * Math.max(0, to - first)
  }, 0)
}

/** Part of the series time that is abnormal, from 0 to 1; null where there is no data. */
export function shareOf(abnormalMs: number, seriesMs: number): number | null {
  return seriesMs === 0 ? null : Math.min(1, abnormalMs / seriesMs)
}
