import type { Readable } from 'node:stream'
import {
  type CauseRanking,
  findNewInstances,
  type Incident,
  mergePeriods,
  type PastIncident,
  type PeriodOptions,
  rankCauses,
  toPastMovers,
} from '@omen/engine'
import { type FrameFile, readFrame } from '../io/read-frame.ts'
import { type FoundInLog, readLogFindings } from '../io/read-log-findings.ts'
import { frameRemarks } from '../render/frame-remarks.ts'
import { findAnomalies } from './find-anomalies.ts'
import { toIncidentLogs, toLogEvents } from './log-members.ts'

/** An incident and where it began; no ranking where too little stands before it. */
export interface FoundIncident {
  incident: Incident
  ranking?: CauseRanking
}

/** The incidents of a file in the order of time. */
export interface ListedIncidents {
  name: string
  found: FoundIncident[]
  rows: number
  stepMs: number
  from: number
  to: number
  /** What is to be known of the reading; may be empty. */
  remark: string
}

interface Asked extends PeriodOptions {
  train: string
  log?: string | undefined
}

/** Reads and judges a file. Throws CliError, see `readFrame` and `findAnomalies`. */
export async function listIncidents(path: string, asked: Asked, stdin: Readable): Promise<ListedIncidents> {
  const training = await readFrame(asked.train, stdin)
  const file = await readFrame(path, stdin)
  const { report, name, frame } = file
  const year = new Date(report.from).getUTCFullYear()
  const log = asked.log === undefined ? undefined : await readLogFindings(asked.log, stdin, year)
  const { found, remark } = findIncidents(training, file, log?.findings ?? [], asked)
  const remarks = [frameRemarks(training.name, training.report), frameRemarks(name, report), remark, log?.remark ?? '']
  return {
    ...{ name, found, rows: report.rows, stepMs: frame.stepMs, from: report.from, to: report.to },
    remark: remarks.filter((text) => text !== '').join('\n'),
  }
}

/** Puts together what a model and a log find; for the causes of each incident those before it count as known. */
function findIncidents(
  training: FrameFile,
  file: FrameFile,
  log: readonly FoundInLog[],
  { pvalue, cvalue }: PeriodOptions,
): { found: FoundIncident[]; remark: string } {
  const { periods, gaps, remark } = findAnomalies(training, file, { pvalue, cvalue })
  const input = { periods, gaps, logs: toIncidentLogs(log), newInstances: findNewInstances(file.frame) }
  const history: PastIncident[] = []
  const stepMs = file.frame.stepMs || 1
  const found = mergePeriods(input, { stepMs, cvalue }).map((incident): FoundIncident => {
    const ranking = rankCauses(file.frame, incident, { periods, logEvents: toLogEvents(log), history })
    if (ranking.kind === 'insufficient') return { incident }
    history.push({ id: String(history.length + 1), movers: toPastMovers(ranking.causes) })
    return { incident, ranking }
  })
  return { found, remark }
}
