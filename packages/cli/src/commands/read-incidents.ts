import type { Readable } from 'node:stream'
import { type PeriodOptions, type TrainedDetection, trainAndDetect } from '@omen/engine/detect'
import { findIncidents, type LogFindingText } from '@omen/engine/incidents'
import { type FrameFile, readFrame } from '../io/read-frame.ts'
import { readLogFindings } from '../io/read-log-findings.ts'
import { requireDetected, unsharedRemark } from '../refusals/detection.ts'
import { frameRemarks } from '../render/frame-remarks.ts'
import type { IncidentList } from '../render/incidents.ts'

interface IncidentFiles {
  train: string
  log?: string | undefined
}

/** The incidents of a file, with the tables, detection and log findings they come from; input of predictions. */
export interface ReadIncidents extends IncidentList {
  training: FrameFile
  detection: TrainedDetection
  logs: { findings: LogFindingText[]; faint: LogFindingText[] }
  /** Remarks on reading the files; may be empty. */
  remark: string
}

/** Reads tables and a log, and finds the incidents in them. Throws CliError, see `readFrame` and `requireDetected`. */
export async function readIncidents(
  path: string,
  { train, log }: IncidentFiles,
  parameters: PeriodOptions,
  stdin: Readable,
): Promise<ReadIncidents> {
  const training = await readFrame(train, stdin)
  const file = await readFrame(path, stdin)
  const { report, name, frame } = file
  const year = new Date(report.from).getUTCFullYear()
  const logs = log === undefined ? { findings: [], faint: [], remark: '' } : await readLogFindings(log, stdin, year)
  const detection = requireDetected(training, file, trainAndDetect(training.frame, frame, parameters))
  const found = findIncidents(frame, { ...detection, logs: logs.findings }, parameters)
  const remarks = [
    frameRemarks(training.name, training.report),
    frameRemarks(name, report),
    unsharedRemark(training, file, detection),
    logs.remark,
  ]
  return {
    name,
    found,
    rows: report.rows,
    stepMs: frame.stepMs,
    from: report.from,
    to: report.to,
    training,
    detection,
    logs,
    remark: remarks.filter((text) => text !== '').join('\n'),
  }
}
