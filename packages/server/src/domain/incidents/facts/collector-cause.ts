import type { Gap, IncidentCause } from '../../../schema/wire-types.ts'
import type { Locale } from '../../errors.ts'

/** A time in which no series of a source had values. */
interface CollectorSilence {
  readonly start: number
  readonly series: number
}

/** When all series fell silent together, in an incident of nothing but gaps; lines of a file that could not be read are no silence. */
export function collectorSilenceOf(
  gaps: readonly Pick<Gap, 'kind' | 'start' | 'seriesIds' | 'rejectedLines'>[],
): CollectorSilence | undefined {
  const gap = gaps.find(({ kind, rejectedLines }) => kind === 'collector' && rejectedLines === undefined)
  return gap && { start: gap.start, series: gap.seriesIds.length }
}

/** The only cause there is: series that all stop with the same sample have not moved. */
export function collectorCause({ start, series }: CollectorSilence, locale: Locale): IncidentCause {
  return {
    rank: 1,
    kind: 'collector',
    seriesId: '',
    metric: '',
    instance: '',
    role: 'cause',
    share: 1,
    onset: start,
    behindMs: 0,
    deviation: 0,
    moved: { count: series, of: series },
    hits: { count: 0, of: 0 },
    stopped: series,
    sentence: sentenceOf(series, locale),
  }
}

function sentenceOf(series: number, locale: Locale): string {
  if (locale === 'zh-CN') return `采集器停止，其${series === 1 ? '唯一的序列' : ` ${series} 个序列全部`}停止，最先变化`
  return `collector stopped, with ${series === 1 ? 'its only series' : `all of its ${series} series`}, first to move`
}
