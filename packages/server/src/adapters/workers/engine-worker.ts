import type { MessagePort } from 'node:worker_threads'
import {
  buildFrame,
  decodeModel,
  displayModel,
  findGaps as findEngineGaps,
  type GapFinding,
  type Model,
  type ModelDisplay,
  type Period,
} from '@omen/engine'
import type {
  Findings,
  FrameInput,
  Learned,
  LearnTask,
  ParsedFile,
  ParseLimits,
  PeriodTask,
  StoredModel,
} from '../../ports/compute.ts'
import { findPeriodsIn } from './find-periods-in.ts'
import { learnModel } from './learn-model.ts'
import { parseFile } from './parse-file.ts'
import { type ScoreRequest, scoreChunks } from './score-chunks.ts'
import { createReporter } from './worker-port.ts'

/** What worker threads do, one export a task; Piscina calls them by name. */

export async function parse(task: { path: string; limits: ParseLimits; port: MessagePort }): Promise<ParsedFile> {
  const reporter = createReporter(task.port)
  try {
    return await parseFile({
      path: task.path,
      limits: task.limits,
      send: (block) => reporter.send(block, [block.bytes.buffer]),
      onProgress: (bytes) => reporter.progress(bytes, 0),
    })
  } finally {
    await reporter.end()
  }
}

export async function learn(task: LearnTask & { port: MessagePort }): Promise<Learned> {
  const reporter = createReporter(task.port)
  try {
    return learnModel(task, (done, total) => reporter.progress(done, total))
  } finally {
    await reporter.end()
  }
}

export function score(task: ScoreRequest): Promise<Findings> {
  return scoreChunks(task)
}

export function findPeriods(task: PeriodTask): Period[] {
  return findPeriodsIn(task, readModel(task.model))
}

export function findGaps(frame: FrameInput): GapFinding[] {
  return findEngineGaps(buildFrame(frame.series, frame.times, frame.columns))
}

export function display(model: StoredModel): ModelDisplay {
  return displayModel(readModel(model))
}

function readModel(stored: StoredModel): Model {
  return decodeModel(stored.header, stored.weights)
}
