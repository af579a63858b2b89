import type { FrozenDetection } from '../../schema/wire-types.ts'

/** What was found, without what people wrote of it and without the names of other accounts. */
export function withoutRemarks(detection: FrozenDetection): FrozenDetection {
  const { filename: _, modelId: __, modelUserName: ___, ownerUserName: ____, demo: _____, ...rest } = detection
  return {
    ...rest,
    mine: false,
    periods: detection.periods.map(
      ({ verdict: _, verdictNote: __, verdictBy: ___, verdictAt: ____, ...period }) => period,
    ),
    incidents: detection.incidents.map(({ decision: _, ...incident }) => incident),
  }
}
