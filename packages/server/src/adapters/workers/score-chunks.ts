import type { MessagePort } from 'node:worker_threads'
import {
  addParts,
  createGapFinder,
  createScorer,
  createSegmentFinder,
  decodeModel,
  expectationsOf,
  type GapFinding,
  type Model,
  noParts,
  type PeriodParts,
  type Segment,
} from '@omen/engine/detect'
import type { Findings, ScoredBlocks, ScoreTask } from '../../ports/compute.ts'
import type { PointColumns } from '../../ports/point-store.ts'
import { encodeRowScores, encodeScores } from '../clickhouse/point-codec.ts'
import { findSegmentParts } from './find-parts-in.ts'
import { createRecentRows, type ScoredRows } from './recent-rows.ts'
import { createFrameMaker } from './score-frame.ts'

export interface ScoreRequest extends ScoreTask {
  readonly port: MessagePort
}

/** Scores each chunk as it arrives; null ends the file, and the findings of all chunks are returned. */
export function scoreChunks({
  model: stored,
  series,
  seriesNumbers,
  port,
  ...options
}: ScoreRequest): Promise<Findings> {
  const model = decodeModel(stored.header, stored.weights)
  const scorer = createScorer(model)
  const gapFinder = createGapFinder({
    series,
    stepMs: model.stepMs,
    expected: expectationsOf(model),
    isAwaited: true,
    timeZone: model.timeZone,
  })
  const collector = createPeriodCollector(model, options)
  const frameOf = createFrameMaker(series)
  const score = (chunk: PointColumns): ScoredBlocks => {
    const frame = frameOf(chunk)
    gapFinder.add(frame)
    const scored = scorer.push(frame)
    collector.add({ frame, scored })
    return {
      rows: scored.times.length,
      scores: encodeScores(scored.times, {
        series: seriesNumbers,
        probability: scored.seriesProbability,
        side: scored.seriesSide,
        low: scored.expectedLow,
        high: scored.expectedHigh,
      }),
      rowScores: encodeRowScores(scored.times, scored.probability, scored.direction),
    }
  }
  const find = (): Findings => {
    const gaps = gapFinder.end()
    return { gaps, ...collector.end(gaps) }
  }
  return new Promise((resolve, reject) => {
    // The caller has aborted.
    port.on('close', () => resolve({ gaps: [], found: noParts(), left: [] }))
    port.on('message', (chunk: PointColumns | null) => {
      try {
        if (chunk === null) return end()
        const blocks = score(chunk)
        port.postMessage(blocks, [blocks.scores.bytes.buffer, blocks.rowScores.bytes.buffer])
      } catch (error) {
        port.close()
        reject(error)
      }
    })
    const end = (): void => {
      port.close()
      resolve(find())
    }
  })
}

interface CollectorOptions {
  readonly pvalue: number
  readonly cvalue: number
  readonly rowsAtOnce: number
}

/** Finds what is abnormal in a file while it is scored, segment by segment, so that its scores need not be kept. */
interface PeriodCollector {
  add(rows: ScoredRows): void
  end(gaps: readonly GapFinding[]): Omit<Findings, 'gaps'>
}

/**
 * Only rows of incomplete segments are held, which are cut after `rowsAtOnce`. A gap is detected at the end of the file:
 * segments that belong to it and are no longer held are returned as `left`.
 */
function createPeriodCollector(model: Model, options: CollectorOptions): PeriodCollector {
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
