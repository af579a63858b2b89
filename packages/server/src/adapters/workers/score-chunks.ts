import type { MessagePort } from 'node:worker_threads'
import { createScorer, decodeModel, type SeriesKey } from '@omen/engine'
import type { ScoredBlocks, StoredModel } from '../../ports/compute.ts'
import type { PointColumns } from '../../ports/point-store.ts'
import { encodeRowScores, encodeScores } from '../clickhouse/point-codec.ts'
import { createFrameMaker } from './score-frame.ts'

export interface ScoreRequest {
  readonly model: StoredModel
  /** In the order of the model. */
  readonly series: readonly SeriesKey[]
  /** Their ids in the point store. */
  readonly places: readonly number[]
  readonly port: MessagePort
}

/** Scores chunk after chunk as they come, until null comes. */
export function scoreChunks({ model, series, places, port }: ScoreRequest): Promise<void> {
  const scorer = createScorer(decodeModel(model.header, model.weights))
  const frameOf = createFrameMaker(series)
  const score = (chunk: PointColumns): ScoredBlocks => {
    const scored = scorer.push(frameOf(chunk))
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
      resolve()
    }
  })
}
