import type { Frame } from '../series/frame.ts'
import { findPeriods } from './find-periods.ts'
import { findGaps } from './gaps/find-gaps.ts'
import type { Model } from './model.ts'
import type { GapFinding, Period, PeriodOptions } from './period.ts'
import type { ScoredChunk } from './scored-chunk.ts'
import { createScorer } from './scorer.ts'

/** Everything that detection says about a frame. */
export type Detection = { scored: ScoredChunk; periods: Period[]; gaps: GapFinding[] }

/** Scores a frame whose columns stand in the model's order, and finds its periods and gaps. */
export function detect(model: Model, frame: Frame, options: PeriodOptions): Detection {
  const scored = createScorer(model).push(frame)
  return { scored, periods: findPeriods(scored, frame, model, options), gaps: findGaps(frame, model) }
}
