import type { MessagePort } from 'node:worker_threads'
import { createGapFinder, createScorer, decodeModel, expectationsOf, noParts } from '@omen/engine/detect'
import type { Findings, ScoredBlocks, ScoreTask } from '../../ports/compute.ts'
import type { PointColumns } from '../../ports/point-store.ts'
import { encodeRowScores, encodeScores } from '../clickhouse/point-codec.ts'
import { createPeriodCollector } from './period-collector.ts'
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
  const gapFinder = createGapFinder({ series, stepMs: model.stepMs, expected: expectationsOf(model), isAwaited: true })
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
