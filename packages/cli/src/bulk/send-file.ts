import { ApiProblem, idempotencyKey, type Job, jobResult, type Omen } from '@omen/sdk'
import { digestFile, storeStream } from '@omen/sdk/node'
import type { InputFile } from '../io/input-files.ts'
import type { Guard } from '../io/interrupt.ts'
import type { Io } from '../io/io.ts'
import type { ProgressItem } from '../io/progress.ts'
import { watchJob } from '../io/watch-job.ts'
import type { Sent } from '../results/outcome.ts'
import type { Entry, Journal } from './journal.ts'
import { entryKey, modelOf, nameOf, type Plan, type Standing } from './plan.ts'
import { storeOnce } from './store-once.ts'

/** What sending a file needs. */
export interface Sending {
  io: Io
  omen: Omen
  url: string
  plan: Plan
  standing: Standing
  /** Handle of the file of known abnormal intervals. */
  filenameFilter?: string | undefined
  journal: Journal
  guard: Guard
  wait: boolean
  timeoutMs?: number | undefined
  /** Whether to skip what an earlier run has completed. */
  skipDone: boolean
}

/** Sends one file and carries out the plan, resuming where an earlier run stopped. Throws the failure. */
export async function sendFile(
  sending: Sending,
  file: InputFile,
  isFirstOfModel: boolean,
  show: (item: ProgressItem) => void,
): Promise<Sent> {
  const { journal, plan, url, guard } = sending
  const name = nameOf(file, plan)
  show({ name })
  const sha256 = file.path === '-' ? '' : await digestFile(file.path, { signal: guard.signal })
  const key = entryKey(url, plan, sending.standing, file, sha256)
  const entry = journal.find(key)
  if (entry?.done && sending.skipDone && (await isStillThere(sending, entry))) {
    return { state: 'skipped', result: entry.result ?? {} }
  }
  const resumable = entry?.done ? undefined : entry
  const job =
    (await runningJob(sending.omen, resumable)) ??
    (await start(sending, file, { key, sha256, resumable, isFirstOfModel }, show))
  await journal.record(key, { path: file.path, jobId: job.id })
  if (!sending.wait) return { state: 'started', job, result: job.result ?? {} }
  return finish(sending, key, job, (one) => show({ name, job: one }))
}

async function finish(sending: Sending, key: string, job: Job, onProgress: (job: Job) => void): Promise<Sent> {
  const { omen, guard, timeoutMs, journal } = sending
  const ended = await watchJob(omen, job.id, guard, { timeoutMs, onProgress })
  // The next run retries a failed job with a new key.
  if (ended.state !== 'done') await journal.record(key, { startKey: '', jobId: '' })
  const result = jobResult(ended)
  await journal.record(key, { done: true, result })
  return { state: 'done', job: ended, result }
}

/** The job that an earlier run started, unless it failed. */
async function runningJob(omen: Omen, entry: Entry | undefined): Promise<Job | undefined> {
  if (!entry?.jobId) return undefined
  const job = await orNothing(omen.jobs.get(entry.jobId))
  return job?.state === 'failed' || job?.state === 'cancelled' ? undefined : job
}

interface Start {
  key: string
  sha256: string
  resumable: Entry | undefined
  isFirstOfModel: boolean
}

async function start(sending: Sending, file: InputFile, work: Start, show: (item: ProgressItem) => void): Promise<Job> {
  const { journal } = sending
  const filename = await store(sending, file, work, show)
  // Recorded before the call: if the response is lost, the next run sends the same key and gets the same job.
  const startKey = work.resumable?.startKey || idempotencyKey()
  await journal.record(work.key, { path: file.path, filename, stored: true, startKey })
  try {
    return await call(sending, file, filename, startKey, work.isFirstOfModel)
  } catch (error) {
    // The earlier call was different (a new filter file, say): this one needs a new key.
    if (!(error instanceof ApiProblem) || error.code !== 'IDEMPOTENCY_MISMATCH') throw error
    return call(sending, file, filename, idempotencyKey(), work.isFirstOfModel)
  }
}

async function store(
  sending: Sending,
  file: InputFile,
  work: Start,
  show: (item: ProgressItem) => void,
): Promise<string> {
  const { omen, io, plan, guard, journal } = sending
  const name = nameOf(file, plan)
  const { signal } = guard
  if (file.path === '-') {
    const options = { uploadFileName: name, signal, onSent: (sent: number) => show({ name, sent, total: 0 }) }
    return (await storeStream(omen, io.stdin, options)).filename
  }
  const before = work.resumable?.filename ? await orNothing(omen.files.get(work.resumable.filename)) : undefined
  if (before && ['stored', 'parsed'].includes(before.file.state)) return before.file.filename
  return storeOnce(omen, file.path, {
    uploadFileName: name,
    signal,
    sha256: work.sha256,
    resume: before?.file.state === 'receiving' ? before.file.filename : undefined,
    onHandle: (filename) => void journal.record(work.key, { path: file.path, filename }),
    onProgress: ({ sent, total }) => show({ name, sent, total }),
  })
}

function call(
  { omen, plan, guard, filenameFilter }: Sending,
  file: InputFile,
  filename: string,
  key: string,
  isFirst: boolean,
): Promise<Job> {
  const { modelType, modelUserName, pvalue, cvalue } = plan
  const stored = { uploadFileName: nameOf(file, plan), filename }
  const modelName = modelOf(file, plan)
  const options = { idempotencyKey: key, signal: guard.signal }
  if (plan.kind === 'visualization') return omen.uploads.visualization(stored, options)
  if (plan.kind === 'detection') {
    return omen.uploads.detection({ ...stored, modelName, modelType, modelUserName, pvalue, cvalue }, options)
  }
  const trainingInput = { ...stored, modelName, modelType, filenameFilter }
  if (plan.kind === 'training' && isFirst) return omen.uploads.training(trainingInput, options)
  return omen.uploads.update({ ...trainingInput, operation: 'update' }, options)
}

/** Whether the result of a file still exists, and is one of the version that is live now. */
async function isStillThere({ omen, standing }: Sending, { result }: Entry): Promise<boolean> {
  if (result?.detectionId) {
    const found = await orNothing(omen.detections.get(result.detectionId))
    // The model may have been retrained between the choice of the key and the run.
    const isOfModel = standing.model === undefined || standing.model === `${found?.modelId}@${found?.modelVersion}`
    return found !== undefined && isOfModel
  }
  for (const { modelId, version } of result?.versions ?? []) {
    const versions = await orNothing(omen.models.versions(modelId))
    if (!versions?.some((one) => one.version === version)) return false
  }
  return true
}

async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
