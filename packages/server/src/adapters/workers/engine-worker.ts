import type { MessagePort } from 'node:worker_threads'
import { type CauseRanking, rankCauses } from '@omen/engine/causes'
import {
  decodeModel,
  displayModel,
  type GapFinding,
  type Insufficient,
  type Model,
  type ModelDisplay,
} from '@omen/engine/detect'
import { learnRules, type PredictionRule } from '@omen/engine/incidents'
import type {
  PeersCompared,
  PeerTask,
  RolloutCompared,
  RolloutTask,
  SameDataTask,
  SameDataVersions,
} from '../../ports/comparisons.ts'
import type {
  CauseTask,
  DrawTask,
  Findings,
  ForecastOutcome,
  ForecastTask,
  LiveExtracted,
  LiveExtractionTask,
  PaintTask,
  ParsedFile,
  ParseLimits,
  ReadLog,
  ReadLogLimits,
  RuleTask,
  StoredModel,
  TrainOutcome,
  TrainTask,
} from '../../ports/compute.ts'
import type { FileSource } from '../../ports/file-store.ts'
import { checkRolloutIn } from './check-rollout.ts'
import { comparePeersIn } from './compare-peers.ts'
import { drawChart } from './draw-chart.ts'
import { extractLivePeriods } from './extract-live-periods.ts'
import { type ExtractionRequest, extractPeriodsIn } from './extract-periods-in.ts'
import { forecastSeries } from './forecast-series.ts'
import { type Measured, measured } from './measured.ts'
import { paintCharts } from './paint-charts.ts'
import { parseFile } from './parse-file.ts'
import { readLogFile } from './read-log-file.ts'
import { runTrainTask } from './run-train-task.ts'
import { compareOnSameData } from './same-data.ts'
import { type ScoreRequest, scoreChunks } from './score-chunks.ts'
import { type GapRequest, searchGaps } from './search-gaps.ts'
import { createReporter } from './worker-port.ts'

/** What worker threads do, one export a task; Piscina calls them by name. Each gives its processor time with its value. */
export const parse: Task<ParseRequest, ParsedFile> = measured(parseReporting)
export const readLog: Task<ReadLogRequest, ReadLog> = measured(readLogReporting)
export const train: Task<TrainRequest, TrainOutcome> = measured(trainReporting)
export const score: Task<ScoreRequest, Findings> = measured(scoreChunks)
export const extractPeriods: Task<ExtractionRequest, void> = measured(extractPeriodsIn)
export const extractLive: Task<LiveExtractionTask, LiveExtracted> = measured(extractLivePeriods)
export const findGaps: Task<GapRequest, GapFinding[]> = measured(searchGaps)
export const draw: Task<DrawTask, string> = measured(drawChart)
export const paint: Task<PaintTask, Uint8Array[]> = measured(paintCharts)
export const forecastAll: Task<ForecastTask, ForecastOutcome[]> = measured(forecastSeries)
export const comparePeers: Task<PeerTask, PeersCompared> = measured(comparePeersIn)
export const checkRollout: Task<RolloutTask, RolloutCompared> = measured(checkRolloutIn)
export const sameData: Task<SameDataTask, SameDataVersions> = measured(compareOnSameData)
export const rank: Task<CauseTask, CauseRanking | Insufficient> = measured(
  ({ times, stepMs, series, columns, incident, options }) =>
    rankCauses({ times, stepMs, series, columns }, incident, options),
)
export const learn: Task<RuleTask, PredictionRule[]> = measured(({ history, existing }) =>
  learnRules(history, existing),
)
export const display: Task<StoredModel, ModelDisplay> = measured((model) => displayModel(readModel(model)))

type Task<Request, T> = (request: Request) => Promise<Measured<T>>
type ParseRequest = { source: FileSource; limits: ParseLimits; port: MessagePort }
type ReadLogRequest = { source: FileSource; limits: ReadLogLimits; now: number; port: MessagePort }
type TrainRequest = TrainTask & { port: MessagePort }

async function parseReporting(task: ParseRequest): Promise<ParsedFile> {
  const reporter = createReporter(task.port)
  try {
    return await parseFile({
      source: task.source,
      limits: task.limits,
      send: (block) => reporter.send(block, [block.bytes.buffer]),
      onProgress: (bytes) => reporter.progress(bytes, 0),
    })
  } finally {
    await reporter.end()
  }
}

async function readLogReporting({ port, ...task }: ReadLogRequest): Promise<ReadLog> {
  const reporter = createReporter(port)
  try {
    return await readLogFile({
      ...task,
      send: (block) => reporter.send(block, [block.bytes.buffer]),
      onProgress: (bytes) => reporter.progress(bytes, 0),
    })
  } finally {
    await reporter.end()
  }
}

async function trainReporting(task: TrainRequest): Promise<TrainOutcome> {
  const reporter = createReporter(task.port)
  try {
    return runTrainTask(task, (done, total) => reporter.progress(done, total))
  } finally {
    await reporter.end()
  }
}

function readModel(stored: StoredModel): Model {
  return decodeModel(stored.header, stored.weights)
}
