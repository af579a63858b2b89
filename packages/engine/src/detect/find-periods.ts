import type { Frame } from '../series/frame.ts'
import { describeSpan } from './describe-span.ts'
import { findParts } from './find-parts.ts'
import type { Model } from './model.ts'
import type { Period, PeriodOptions } from './period.ts'
import { planPeriods, type SpanRequest } from './plan-periods.ts'
import type { ScoredChunk } from './scored-chunk.ts'
import type { SpanPart } from './span-part.ts'

/**
 * Abnormal intervals of a scored frame, one a fault (see `findParts`, `planPeriods`). Instances that went down altogether are
 * periods of their own. Ordered by start. Cheap enough to be called again for every move of a slider. Throws as `findParts` does.
 */
export function findPeriods(scored: ScoredChunk, frame: Frame, model: Model, options: PeriodOptions): Period[] {
  const { pvalue, cvalue } = options
  const found = findParts(scored, frame, model, options)
  const context = { probability: scored.probability, series: frame.series, threshold: 1 - pvalue, cvalue }
  const plan = planPeriods(found, context)
  return plan.finish(plan.need.map((request) => describeRows(request, scored, frame, model, pvalue)))
}

/** Describes rows of a frame by some of their series. */
export function describeRows(
  { fromRow, toRow, seriesIds, isLevelOnly }: SpanRequest,
  scored: ScoredChunk,
  frame: Frame,
  model: Model,
  pvalue: number,
): SpanPart {
  const columns = seriesIds.map((id) => frame.series.findIndex((key) => key.id === id))
  return describeSpan({ fromRow, toRow }, scored, frame, model, { q: 1 - pvalue, columns, isLevelOnly })
}
