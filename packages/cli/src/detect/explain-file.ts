import { type CauseRanking, type Detection, type Interval, mergePeriods, rankCauses } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import type { Io } from '../io/io.ts'
import { parseTime } from '../io/parse-time.ts'
import { readChanges } from '../io/read-changes.ts'
import { type FrameFile, readFrame } from '../io/read-frame.ts'
import { readLogFindings } from '../io/read-log-findings.ts'
import { requireOneStdin } from '../io/require-one-stdin.ts'
import { frameRemarks } from '../render/frame-remarks.ts'
import { severityOf } from '../render/severity.ts'
import { findAnomalies, usualOptions } from './find-anomalies.ts'
import { toLogEvents } from './log-members.ts'

/** What is asked of a file: when the incident was, or what a quiet time looks like. */
export interface Question {
  from?: string
  to?: string
  train?: string
  /** Milliseconds before the incident that tell what is usual. */
  before?: number
  changes?: string
  log?: string
}

/** The answer, and when the incident was. */
export interface Explained {
  name: string
  incident: Interval
  stepMs: number
  ranking: CauseRanking
  /** What is to be known of the reading; may be empty. */
  remark: string
}

/** Ranks the causes of an incident in a file. Throws UsageError and CliError, see `readFrame` and `findAnomalies`. */
export async function explainFile(path: string, question: Question, io: Io): Promise<Explained> {
  requireQuestion(path, question)
  const told = timesOf(question, io)
  const file = await readFrame(path, io.stdin)
  const remarks = [frameRemarks(file.name, file.report)]
  const judged = question.train === undefined ? undefined : await judge(file, question.train, io)
  if (judged) remarks.push(judged.remark)
  const incident = intervalOf(file, told) ?? worstIncident(file, judged)
  const changes = question.changes === undefined ? [] : await readChanges(question.changes, io.stdin)
  const year = new Date(incident.start).getUTCFullYear()
  const log = question.log === undefined ? undefined : await readLogFindings(question.log, io.stdin, year)
  if (log) remarks.push(log.remark)
  const ranking = rankCauses(file.frame, incident, {
    ...(question.before !== undefined && { preMs: question.before }),
    ...{ changes, logEvents: toLogEvents(log?.findings ?? []) },
    ...(judged && { periods: judged.periods }),
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

type Told = { start: number; end?: number }

function timesOf({ from, to }: Question, { timeZone }: Io): Told | undefined {
  if (from === undefined) return undefined
  const start = parseTime('--from', from, timeZone)
  if (to === undefined) return { start }
  const end = parseTime('--to', to, timeZone)
  if (end < start) throw new UsageError('--to is before --from')
  return { start, end }
}

function intervalOf({ frame, name }: FrameFile, told: Told | undefined): Interval | undefined {
  if (!told) return undefined
  const last = frame.times.at(-1) ?? 0
  const { start, end = last } = told
  const first = frame.times[0] ?? 0
  if (start <= last && end >= first) return { start, end: Math.max(start, end) }
  const [begin, until] = [first, last].map((time) => new Date(time).toISOString())
  throw new CliError(`${name}: nothing was measured at that time`, {
    ...{ code: 'NOT_ENOUGH_DATA', exit: exitCode.failed, hint: `The file goes from ${begin} to ${until}.` },
  })
}

type Judged = Pick<Detection, 'periods' | 'gaps'> & { remark: string }

async function judge(file: FrameFile, train: string, io: Io): Promise<Judged> {
  const training = await readFrame(train, io.stdin)
  const { periods, gaps, remark } = findAnomalies(training, file, usualOptions)
  return { periods, gaps, remark: [frameRemarks(training.name, training.report), remark].filter(Boolean).join('\n') }
}

/** The worst incident of a file; of equals the longest, then the first. */
function worstIncident({ frame, name }: FrameFile, judged: Judged | undefined): Interval {
  const incidents = mergePeriods(judged ?? {}, { stepMs: frame.stepMs || 1, cvalue: usualOptions.cvalue })
  const badness = ({ val }: { val: number }): number => severityOf({ val, kind: 'anomaly' })
  const [worst] = incidents.sort((a, b) => badness(b) - badness(a) || b.end - b.start - (a.end - a.start))
  if (worst) return worst
  const hint = 'Say when it was with --from and --to.'
  throw new CliError(`${name}: nothing abnormal was found`, { code: 'NO_INCIDENT', exit: exitCode.failed, hint })
}

function tooLittle({ name }: FrameFile, reason: string): CliError {
  const hint = 'Ten values of a series have to stand before the incident, within the time that --before says.'
  return new CliError(`${name}: ${reason}`, { code: 'NOT_ENOUGH_DATA', exit: exitCode.failed, hint })
}
