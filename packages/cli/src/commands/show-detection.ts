import type { Detection } from '@omen/sdk'
import type { Run } from '../cli.ts'
import type { Findings } from '../fail-on/fail-on-periods.ts'
import { checkRules, type FailOnRule } from '../fail-on/gate.ts'
import { findingsText, renderDetection } from '../render/detection.ts'
import { detectionCsv } from '../render/detection-csv.ts'
import { detectionJson, detectionUrl, worstSeverity } from '../render/detection-json.ts'
import { detectionMarkdown } from '../render/detection-markdown.ts'
import { detectionFindings } from '../render/detection-report.ts'
import { junit } from '../render/junit.ts'
import { plain } from '../render/plain.ts'
import { sarif } from '../render/sarif.ts'

/** How a detection is written. */
interface Showing {
  /** The command, for reports. */
  command: string
  /** Path of the file, where it is one of this machine. */
  path?: string
  failOn?: FailOnRule<Findings>[] | undefined
  full?: boolean | undefined
}

/** Writes a detection in every format, and closes the gate where its rules are met. */
export async function showDetection(run: Run, detection: Detection, showing: Showing): Promise<void> {
  const { command, path, failOn, full = false } = showing
  const omen = await run.omen()
  const { url: server } = await run.connection()
  const url = detectionUrl(server, detection)
  const wantsText = run.format === 'text' || run.file?.format === 'text'
  const degree = wantsText ? (await omen.detections.series(detection.id, { buckets: 60 })).degree : []
  const gate = checkRules(failOn, detection)
  const { notes } = detection
  const findings = detectionFindings(detection)
  const name = path === undefined || path === '-' ? detection.uploadFileName : path
  const isFailing = gate?.matched ?? findings.length > 0
  const report = () => ({ command, gate, cases: [{ name, path: name, findings, isFailing, notes, url }] })
  const json = {
    success: true,
    severity: worstSeverity(detection),
    url,
    failOn: gate,
    detection: detectionJson(detection, server),
  }
  run.result(json, {
    text: () => renderDetection(detection, degree, run, full),
    csv: () => detectionCsv(detection),
    md: () => detectionMarkdown(detection, run.io.timeZone),
    junit: () => junit(report()),
    sarif: () => sarif(report()),
  })
  if (run.file) run.note(`${findingsText(detection)} in ${run.file.path}.`)
  if (run.format !== 'text') for (const note of notes) run.note(plain(note))
  run.close(gate)
}
