import type { MessagePort } from 'node:worker_threads'
import { createScorer, decodeModel, findGaps, type GapFinding, type SeriesKey } from '@omen/engine'
import type { ScoredBlocks, StoredModel } from '../../ports/compute.ts'
import type { PointColumns } from '../../ports/point-store.ts'
import { encodeRowScores, encodeScores } from '../clickhouse/point-codec.ts'
import { createFrameKeeper } from './frame-keeper.ts'
import { createFrameMaker } from './score-frame.ts'

export interface ScoreRequest {
  readonly model: StoredModel
  /** In the order of the model. */
  readonly series: readonly SeriesKey[]
  /** Their ids in the point store. */
  readonly places: readonly number[]
  readonly port: MessagePort
}

/** Scores chunk after chunk as they come; when null comes, looks for gaps in all of them. */
export function scoreChunks({ model: stored, series, places, port }: ScoreRequest): Promise<GapFinding[]> {
  const model = decodeModel(stored.header, stored.weights)
  const scorer = createScorer(model)
  const kept = createFrameKeeper(series)
  const frameOf = createFrameMaker(series)
  const score = (chunk: PointColumns): ScoredBlocks => {
    const frame = frameOf(chunk)
    kept.add(frame)
    const scored = scorer.push(frame)
    return {
      rows: scored.times.length,
      scores: encodeScores(scored.times, {
        series: places,
        probability: scored.seriesProbability,
        side: scored.seriesSide,
        low: scored.expectedLow,
        high: scored.expectedHigh,
      }),
      rowScores: encodeRowScores(scored.times, scored.probability, scored.direction),
    }
  }
  return new Promise((resolve, reject) => {
    // The other side has given up.
    port.on('close', () => resolve([]))
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
      resolve(findGaps(kept.whole(model.stepMs), model))
    }
  })
}
