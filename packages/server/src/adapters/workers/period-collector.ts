import { createSegmentFinder, type GapFinding, type Model, type Period, type Segment } from '@omen/engine'
import type { Findings } from '../../ports/compute.ts'
import { findSegmentPeriods } from './find-periods-in.ts'
import { createRecentRows, type ScoredRows } from './recent-rows.ts'

export interface CollectorOptions {
  readonly pvalue: number
  readonly cvalue: number
  readonly rowsAtOnce: number
}

/** Finds the periods of a file while it is scored, segment by segment, so that its scores need not be kept. */
export interface PeriodCollector {
  add(rows: ScoredRows): void
  end(gaps: readonly GapFinding[]): Omit<Findings, 'gaps'>
}

/**
 * Only rows of incomplete segments are held, which are cut after `rowsAtOnce`. A gap is detected at the end of the file:
 * segments that belong to it and are no longer held are returned as `left`.
 */
export function createPeriodCollector(model: Model, options: CollectorOptions): PeriodCollector {
  const finder = createSegmentFinder({ ...options, modelType: model.modelType })
  const recent = createRecentRows()
  const found = new Map<number, { to: number; periods: Period[] }>()
  const look = (segment: Segment): Period[] => {
    const { frame, scored } = recent.slice(segment.from, segment.to)
    return findSegmentPeriods(segment, { frame: { ...frame, stepMs: model.stepMs }, scored }, model, options)
  }
  return {
    add(rows) {
      recent.add(rows)
      for (const segment of finder.add(rows.scored.probability))
        found.set(segment.from, { to: segment.to, periods: look(segment) })
      recent.forgetBefore(finder.neededFrom())
    },
    end(gaps) {
      const periods: Period[] = []
      const left: Segment[] = []
      for (const segment of finder.end(gaps)) {
        const known = found.get(segment.from)
        if (known?.to === segment.to) periods.push(...known.periods)
        else if (recent.has(segment.from)) periods.push(...look(segment))
        else left.push(segment)
      }
      return { periods, left }
    },
  }
}
