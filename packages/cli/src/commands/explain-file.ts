import { rankCauses } from '@omen/engine/causes'
import { trainAndDetect } from '@omen/engine/detect'
import { mergePeriods, toLogEvents, worstIncident } from '@omen/engine/incidents'
import type { Interval } from '@omen/engine/series'
import { defaultsOf } from '@omen/sdk/rules'
import { EXIT_CODE } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import type { Io } from '../io/io.ts'
import { parseTime } from '../io/parse-time.ts'
import { readChanges } from '../io/read-changes.ts'
import { type FrameFile, readFrame } from '../io/read-frame.ts'
import { readLogFindings } from '../io/read-log-findings.ts'
import { requireOneStdin } from '../io/require-one-stdin.ts'
import { requireDetected, unsharedRemark } from '../refusals/detection.ts'
import type { ExplainedIncident } from '../render/causes.ts'
import { frameRemarks } from '../render/frame-remarks.ts'

/** Options: when the incident was, or a table of a quiet time. */
export interface Question {
  from?: string
  to?: string
  train?: string
  /** Length of the baseline before the incident, in milliseconds. */
  before?: number
  changes?: string
  log?: string
}

/** The ranking, and remarks on reading the file; may be empty. */
export type Explained = ExplainedIncident & { remark: string }

/** Reads a file and ranks the causes of an incident in it. Throws UsageError and CliError, see `readFrame` and `requireDetected`. */
export async function explainFile(path: string, question: Question, io: Io): Promise<Explained> {
  requireQuestion(path, question)
  const asked = askedInterval(question, io)
  const file = await readFrame(path, io.stdin)
  const remarks = [frameRemarks(file.name, file.report)]
  const detected = question.train === undefined ? undefined : await detectWith(question.train, file, io)
  if (detected) remarks.push(detected.remark)
  const incident = measuredInterval(file, asked) ?? requireIncident(file, detected)
  const changes = question.changes === undefined ? [] : await readChanges(question.changes, io.stdin)
  const year = new Date(incident.start).getUTCFullYear()
  const log = question.log === undefined ? undefined : await readLogFindings(question.log, io.stdin, year)
  if (log) remarks.push(log.remark)
  const ranking = rankCauses(file.frame, incident, {
    ...(question.before !== undefined && { preMs: question.before }),
    changes,
    logEvents: toLogEvents(log?.findings ?? []),
    ...(detected && { periods: detected.periods }),
  })
  if (ranking.kind === 'insufficient') throw tooLittle(file, ranking.reason)
  const { stepMs } = file.frame
  return { name: file.name, incident, stepMs, ranking, remark: remarks.filter((text) => text !== '').join('\n') }
}

function requireQuestion(path: string, { from, to, train, changes, log }: Question): void {
  if (from === undefined && to !== undefined) throw new UsageError('--to needs --from')
  if (from === undefined && train === undefined) {
    const hint = 'Give --from and --to, or --train with a table of a quiet time.'
    throw new UsageError('When was the incident?', hint)
  }
  requireOneStdin([path, train, changes, log])
}

type AskedInterval = { start: number; end?: number }

function askedInterval({ from, to }: Question, { timeZone }: Io): AskedInterval | undefined {
  if (from === undefined) return undefined
  const start = parseTime('--from', from, timeZone)
  if (to === undefined) return { start }
  const end = parseTime('--to', to, timeZone)
  if (end < start) throw new UsageError('--to is before --from')
  return { start, end }
}

function measuredInterval({ frame, name }: FrameFile, asked: AskedInterval | undefined): Interval | undefined {
  if (!asked) return undefined
  const last = frame.times.at(-1) ?? 0
  const { start, end = last } = asked
  const first = frame.times[0] ?? 0
  if (start <= last && end >= first) return { start, end: Math.max(start, end) }
  const [begin, until] = [first, last].map((time) => new Date(time).toISOString())
  throw new CliError(`${name}: nothing was measured at that time`, {
    code: 'NOT_ENOUGH_DATA',
    exit: EXIT_CODE.failed,
    hint: `The file goes from ${begin} to ${until}.`,
  })
}

async function detectWith(train: string, file: FrameFile, io: Io) {
  const training = await readFrame(train, io.stdin)
  const detection = requireDetected(training, file, trainAndDetect(training.frame, file.frame, defaultsOf()))
  const { periods, gaps } = detection
  const remarks = [frameRemarks(training.name, training.report), unsharedRemark(training, file, detection)]
  return { periods, gaps, remark: remarks.filter(Boolean).join('\n') }
}

function requireIncident({ frame, name }: FrameFile, detected: Parameters<typeof mergePeriods>[0] = {}): Interval {
  const worst = worstIncident(mergePeriods(detected, { stepMs: frame.stepMs || 1, cvalue: defaultsOf().cvalue }))
  if (worst) return worst
  const hint = 'Say when it was with --from and --to.'
  throw new CliError(`${name}: nothing abnormal was found`, { code: 'NO_INCIDENT', exit: EXIT_CODE.failed, hint })
}

function tooLittle({ name }: FrameFile, reason: string): CliError {
  const hint = 'A series needs ten values before the incident, within the time given by --before.'
  return new CliError(`${name}: ${reason}`, { code: 'NOT_ENOUGH_DATA', exit: EXIT_CODE.failed, hint })
}
