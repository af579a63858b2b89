import type { MessagePort } from 'node:worker_threads'
import {
  addParts,
  createSegmentFinder,
  decodeModel,
  joinParts,
  type Period,
  planPeriods,
  type SilentRows,
  type SpanPart,
} from '@omen/engine/detect'
import type { ExtractionTask, SegmentRows } from '../../ports/compute.ts'
import { describeSegment, eachSegment, findSegmentParts } from './find-parts-in.ts'

export interface ExtractionRequest extends ExtractionTask {
  readonly port: MessagePort
}

/** See `ExtractionSession`, whose methods these are. */
export type ExtractionMessage =
  | { readonly kind: 'segments'; readonly probability: Float64Array; readonly gaps: readonly SilentRows[] }
  | { readonly kind: 'find'; readonly rows: SegmentRows }
  | { readonly kind: 'plan'; readonly probability: Float64Array }
  | { readonly kind: 'describe'; readonly rows: SegmentRows; readonly requests: readonly number[] }
  | { readonly kind: 'next' }

/** A message of so many periods holds up the thread that takes it for some milliseconds. */
const PERIODS_AT_ONCE = 500

/** Answers each message; what is found stays in this thread until the periods are finished. */
export function extractPeriodsIn({ port, ...task }: ExtractionRequest): Promise<void> {
  const answer = createExtraction(task)
  return new Promise((resolve, reject) => {
    port.on('close', resolve)
    port.on('message', (message: ExtractionMessage) => {
      try {
        port.postMessage(answer(message))
      } catch (error) {
        reject(error)
        port.close()
      }
    })
  })
}

function createExtraction({ model: stored, series, found: before, ...options }: ExtractionTask) {
  const model = decodeModel(stored.header, stored.weights)
  const file = { series, threshold: 1 - options.pvalue, cvalue: options.cvalue }
  const found = [before]
  const described: SpanPart[][] = []
  let plan: ReturnType<typeof planPeriods> | undefined
  let finished: Period[] | undefined
  let taken = 0
  const planned = (): ReturnType<typeof planPeriods> => {
    if (!plan) throw new RangeError('the periods have not been planned yet')
    return plan
  }
  return (message: ExtractionMessage): unknown => {
    switch (message.kind) {
      case 'segments': {
        const finder = createSegmentFinder({ ...options, modelType: model.modelType })
        finder.add(message.probability)
        return finder.end(message.gaps)
      }
      case 'find':
        eachSegment(message.rows, series, model, (segment, rows) =>
          found.push(findSegmentParts(segment, rows, model, options)),
        )
        return 'taken'
      case 'plan':
        plan = planPeriods(addParts(found), { ...file, probability: message.probability })
        described.push(...plan.need.map(() => []))
        return plan.need
      case 'describe':
        eachSegment(message.rows, series, model, (segment, rows, index) => {
          const request = message.requests[index]!
          const { seriesIds } = planned().need[request]!
          described[request]!.push(describeSegment(segment, rows, model, { seriesIds, pvalue: options.pvalue }))
        })
        return 'taken'
      case 'next': {
        finished ??= planned().finish(described.map(joinParts))
        const periods = finished.slice(taken, taken + PERIODS_AT_ONCE)
        taken += periods.length
        return periods
      }
    }
  }
}
