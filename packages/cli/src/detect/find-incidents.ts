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

/** Everything that was learned on the way: what predictions are made of. */
export interface JudgedFile extends ListedIncidents {
  training: FrameFile
  anomalies: ReturnType<typeof findAnomalies>
  log: { findings: FoundInLog[]; faint: FoundInLog[] }
}

/** Reads and judges a file. Throws CliError, see `readFrame` and `findAnomalies`. */
export async function listIncidents(path: string, asked: Asked, stdin: Readable): Promise<JudgedFile> {
  const training = await readFrame(asked.train, stdin)
  const file = await readFrame(path, stdin)
  const { report, name, frame } = file
  const year = new Date(report.from).getUTCFullYear()
  const nothing = { findings: [], faint: [], remark: '' }
  const log = asked.log === undefined ? nothing : await readLogFindings(asked.log, stdin, year)
  const anomalies = findAnomalies(training, file, { pvalue: asked.pvalue, cvalue: asked.cvalue })
  const found = putTogether(file, anomalies, log.findings, asked.cvalue)
  const remarks = [
    frameRemarks(training.name, training.report),
    frameRemarks(name, report),
    anomalies.remark,
    log.remark,
  ]
  return {
    ...{ name, found, rows: report.rows, stepMs: frame.stepMs, from: report.from, to: report.to },
    ...{ training, anomalies, log, remark: remarks.filter((text) => text !== '').join('\n') },
  }
}

/** Puts together what a model and a log find; for the causes of each incident those before it count as known. */
function putTogether(
  { frame }: FrameFile,
  { periods, gaps }: ReturnType<typeof findAnomalies>,
  log: readonly FoundInLog[],
  cvalue: number,
): FoundIncident[] {
  const input = { periods, gaps, logs: toIncidentLogs(log), newInstances: findNewInstances(frame) }
  const history: PastIncident[] = []
  return mergePeriods(input, { stepMs: frame.stepMs || 1, cvalue }).map((incident): FoundIncident => {
    const ranking = rankCauses(frame, incident, { periods, logEvents: toLogEvents(log), history })
    if (ranking.kind === 'insufficient') return { incident }
    history.push({ id: String(history.length + 1), movers: toPastMovers(ranking.causes) })
    return { incident, ranking }
  })
}
