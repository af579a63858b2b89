import { deserialize, serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { createLiveDetector, type LiveDetector, type LiveRound, type LiveState } from '@omen/engine'
import { type LiveScoreRows, wholeSource } from '../../ports/point-store.ts'
import type { LiveReply, LiveRequest } from './live-messages.ts'

/** A thread that keeps the detectors of many projects; requests are answered in their order. */
const detectors = new Map<number, LiveDetector>()

function answer(request: LiveRequest): LiveReply['value'] {
  switch (request.kind) {
    case 'open': {
      const state = request.state === undefined ? undefined : (deserialize(request.state) as LiveState)
      if (state !== undefined && !isSame(state.options, request.options))
        throw new RangeError('the live detector was saved with other options')
      const detector = createLiveDetector(request.options, state)
      detectors.set(request.session, detector)
      return { standing: detector.findings(), seriesCount: detector.seriesCount }
    }
    case 'add':
      return detectorOf(request).addSeries(request.series)
    case 'push': {
      const { scores, ...round } = detectorOf(request).push(request.rows)
      return { ...round, scores: flatten(scores) }
    }
    case 'save':
      return serialize(detectorOf(request).save())
    case 'close':
      return void detectors.delete(request.session)
  }
}

function detectorOf({ session }: { session: number }): LiveDetector {
  const detector = detectors.get(session)
  if (detector === undefined) throw new RangeError('the session of a live detector has ended')
  return detector
}

function isSame(a: LiveState['options'], b: LiveState['options']): boolean {
  return a.stepMs === b.stepMs && a.pvalue === b.pvalue && a.cvalue === b.cvalue
}

/** Rows of those that were scored. */
function flatten({ times, degree, low, high, rowDegree }: LiveRound['scores']): LiveScoreRows {
  const count = (scores: Float32Array): number => scores.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : 1), 0)
  const size = count(degree) + count(rowDegree)
  const rows = {
    series: new Uint32Array(size),
    times: new Float64Array(size),
    degree: new Float32Array(size),
    low: new Float32Array(size).fill(Number.NaN),
    high: new Float32Array(size).fill(Number.NaN),
  }
  let at = 0
  const add = (series: number, row: number, score: number): void => {
    rows.series[at] = series
    rows.times[at] = times[row]!
    rows.degree[at] = score
  }
  for (let cell = 0; cell < degree.length; cell++) {
    if (Number.isNaN(degree[cell]!)) continue
    add(Math.floor(cell / times.length), cell % times.length, degree[cell]!)
    rows.low[at] = low[cell]!
    rows.high[at++] = high[cell]!
  }
  for (let row = 0; row < rowDegree.length; row++) {
    if (Number.isNaN(rowDegree[row]!)) continue
    add(wholeSource, row, rowDegree[row]!)
    at++
  }
  return rows
}

parentPort?.on('message', (request: LiveRequest) => {
  const { id } = request
  try {
    parentPort?.postMessage({ id, value: answer(request) } satisfies LiveReply)
  } catch (error) {
    parentPort?.postMessage({ id, error } satisfies LiveReply)
  }
})
