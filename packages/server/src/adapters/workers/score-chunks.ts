import type { MessagePort } from 'node:worker_threads'
import { createScorer, decodeModel, findGaps } from '@omen/engine'
import type { Findings, ScoredBlocks, ScoreTask } from '../../ports/compute.ts'
import type { PointColumns } from '../../ports/point-store.ts'
import { encodeRowScores, encodeScores } from '../clickhouse/point-codec.ts'
import { createFrameKeeper } from './frame-keeper.ts'
import { createPeriodCollector } from './period-collector.ts'
import { createFrameMaker } from './score-frame.ts'

export interface ScoreRequest extends ScoreTask {
  readonly port: MessagePort
}

/** Scores chunk after chunk as they come; when null comes, answers what there is to be found in all of them. */
export function scoreChunks({ model: stored, series, places, port, ...options }: ScoreRequest): Promise<Findings> {
  const model = decodeModel(stored.header, stored.weights)
  const scorer = createScorer(model)
  const kept = createFrameKeeper(series)
  const collector = createPeriodCollector(model, options)
  const frameOf = createFrameMaker(series)
  const score = (chunk: PointColumns): ScoredBlocks => {
    const frame = frameOf(chunk)
    kept.add(frame)
    const scored = scorer.push(frame)
    collector.add({ frame, scored })
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
  const find = (): Findings => {
    const { row, frame } = kept.whole(model.stepMs)
    const gaps = findGaps(frame, model).map((gap) => ({
      ...gap,
      fromRow: gap.fromRow + row,
      toRow: gap.toRow + row,
    }))
    return { gaps, ...collector.end(gaps) }
  }
  return new Promise((resolve, reject) => {
    // The other side has given up.
    port.on('close', () => resolve({ gaps: [], periods: [], left: [] }))
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
