import {
  addParts,
  createSegmentFinder,
  type GapFinding,
  type Model,
  type PeriodParts,
  type Segment,
} from '@omen/engine/detect'
import type { Findings } from '../../ports/compute.ts'
import { findSegmentParts } from './find-parts-in.ts'
import { createRecentRows, type ScoredRows } from './recent-rows.ts'

export interface CollectorOptions {
  readonly pvalue: number
  readonly cvalue: number
  readonly rowsAtOnce: number
}

/** Finds what is abnormal in a file while it is scored, segment by segment, so that its scores need not be kept. */
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
  const found = new Map<number, { to: number; parts: PeriodParts }>()
  const look = (segment: Segment): PeriodParts => {
    const { frame, scored } = recent.slice(segment.from, segment.to)
    return findSegmentParts(segment, { frame: { ...frame, stepMs: model.stepMs }, scored }, model, options)
  }
  return {
    add(rows) {
      recent.add(rows)
      for (const segment of finder.add(rows.scored.probability))
        found.set(segment.from, { to: segment.to, parts: look(segment) })
      recent.forgetBefore(finder.neededFrom())
    },
    end(gaps) {
      const parts: PeriodParts[] = []
      const left: Segment[] = []
      for (const segment of finder.end(gaps)) {
        const known = found.get(segment.from)
        if (known?.to === segment.to) parts.push(known.parts)
        else if (recent.has(segment.from)) parts.push(look(segment))
        else left.push(segment)
      }
      return { found: addParts(parts), left }
    },
  }
}
