import { deserialize, serialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { decodeModel } from '@omen/engine/detect'
import {
  createLiveDetector,
  createLiveLogs,
  type LiveDetector,
  type LiveLogLines,
  type LiveLogs,
  type LiveModel,
  type LiveRound,
} from '@omen/engine/live'
import type { LogRowsResult, UsedModel } from '../../ports/live-scorer.ts'
import type { LogBatch } from '../../ports/log-lines.ts'
import { type LiveScoreRows, MODEL_OF_SOURCE, WHOLE_SOURCE } from '../../ports/point-store.ts'
import { readTexts } from '../clickhouse/native-block.ts'
import type { LiveReply, LiveRequest, SessionState } from './live-messages.ts'

interface Session {
  readonly detector: LiveDetector
  /** Of a project for logs. */
  readonly logs: LiveLogs | undefined
}

/** A thread that keeps the detectors of many projects; requests are answered in their order. */
const sessions = new Map<number, Session>()

function answer(request: LiveRequest): LiveReply['value'] {
  switch (request.kind) {
    case 'open':
      return open(request)
    case 'add':
      return sessionOf(request).detector.addSeries(request.series)
    case 'types':
      return sessionOf(request).detector.declareTypes(request.types)
    case 'model':
      return sessionOf(request).detector.useModel(decode(request.model))
    case 'learn':
      return sessionOf(request).detector.learn(request.rows, request.rowMs)
    case 'push': {
      const { scores, ...round } = sessionOf(request).detector.push(request.rows)
      return { ...round, scores: flatten(scores) }
    }
    case 'lines':
      return logsOf(request).push(readLines(request.lines))
    case 'logRows':
      return scoreLogRows(request)
    case 'countRows':
      return logsOf(request).countRows(request.times)
    case 'templates':
      return logsOf(request).takeTemplates()
    case 'watch':
      return logsOf(request).watch(request.critical)
    case 'save': {
      const { detector, logs } = sessionOf(request)
      return serialize({ detector: detector.save(), ...(logs && { logs: logs.save() }) } satisfies SessionState)
    }
    case 'close':
      return void sessions.delete(request.session)
  }
}

function open({ session, options, ofLogs, state, model }: Extract<LiveRequest, { kind: 'open' }>): LiveReply['value'] {
  const saved = state === undefined ? undefined : (deserialize(state) as SessionState)
  if (saved?.detector === undefined ? saved !== undefined : saved.detector.options.stepMs !== options.stepMs)
    throw new RangeError('the live detector was saved with another interval, or by another version')
  const detector = createLiveDetector(options, saved?.detector, decode(model))
  const logs = ofLogs ? createLiveLogs(options, saved?.logs) : undefined
  sessions.set(session, { detector, logs })
  const standing = [...detector.findings(), ...(logs?.findings() ?? [])]
  return { standing, seriesCount: detector.seriesCount, logSeries: logs?.series ?? [] }
}

/** Counts of lines are scored as any values are. */
function scoreLogRows(request: Extract<LiveRequest, { kind: 'logRows' }>): LogRowsResult {
  const { detector } = sessionOf(request)
  const { times } = request
  const { added, ended, columns, changed, lines } = logsOf(request).closeRows(times)
  detector.addSeries(added.map((key) => ({ key, type: 'gauge' })))
  detector.endSeries(ended)
  const { scores, ...round } = detector.push({ times, columns })
  return { ...round, changed: [...round.changed, ...changed], scores: flatten(scores), added, columns, lines }
}

function readLines({ times, severities, ...texts }: LogBatch): LiveLogLines {
  const [instances, services, lines] = [texts.instances, texts.services, texts.lines].map(readTexts)
  return { times, severities, instances: instances!, services: services!, lines: lines! }
}

function sessionOf({ session }: { session: number }): Session {
  const found = sessions.get(session)
  if (found === undefined) throw new RangeError('the session of a live detector has ended')
  return found
}

function logsOf(request: { session: number }): LiveLogs {
  const { logs } = sessionOf(request)
  if (logs === undefined) throw new RangeError('the session is not one of log lines')
  return logs
}

function decode(used: UsedModel | undefined): LiveModel | undefined {
  return used && { key: used.key, model: decodeModel(used.header, used.weights) }
}

/** Rows of those that were scored. */
function flatten({ times, degree, low, high, rowDegree, modelDecades }: LiveRound['scores']): LiveScoreRows {
  const count = (scores: Float32Array): number => scores.reduce((sum, one) => sum + (Number.isNaN(one) ? 0 : 1), 0)
  const size = count(degree) + count(rowDegree) + count(modelDecades)
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
  const addRows = (series: number, scores: Float32Array): void => {
    for (let row = 0; row < scores.length; row++) {
      if (Number.isNaN(scores[row]!)) continue
      add(series, row, scores[row]!)
      at++
    }
  }
  addRows(WHOLE_SOURCE, rowDegree)
  addRows(MODEL_OF_SOURCE, modelDecades)
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
