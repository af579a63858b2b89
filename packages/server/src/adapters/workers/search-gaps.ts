import type { MessagePort } from 'node:worker_threads'
import { createGapFinder, createGapSurvey, type GapFinder, type GapFinding } from '@omen/engine/detect'
import type { GapTask } from '../../ports/compute.ts'
import type { PointColumns } from '../../ports/point-store.ts'
import { createFrameMaker } from './score-frame.ts'

export interface GapRequest extends GapTask {
  readonly port: MessagePort
}

/** A chunk of the file, which is read twice: first to estimate expected values, then to find the gaps. Null ends the search. */
export type GapChunk = { readonly pass: 'survey' | 'search'; readonly columns: PointColumns } | null

/** Searches a file for gaps chunk by chunk, without a model's expected values. */
export function searchGaps({ series, stepMs, port }: GapRequest): Promise<GapFinding[]> {
  const survey = createGapSurvey(series.length)
  const frameOf = { survey: createFrameMaker(series), search: createFrameMaker(series) }
  let finder: GapFinder | undefined
  const openFinder = (): GapFinder => createGapFinder({ series, stepMs, expected: survey.end(), isAwaited: false })
  const take = (chunk: NonNullable<GapChunk>): void => {
    const frame = frameOf[chunk.pass](chunk.columns)
    if (chunk.pass === 'search') finder ??= openFinder()
    const reader = finder ?? survey
    reader.add(frame)
  }
  return new Promise((resolve, reject) => {
    // The caller has aborted.
    port.on('close', () => resolve([]))
    port.on('message', (chunk: GapChunk) => {
      try {
        if (chunk !== null) {
          take(chunk)
          return port.postMessage('taken')
        }
        port.close()
        resolve(finder?.end() ?? [])
      } catch (error) {
        port.close()
        reject(error)
      }
    })
  })
}
