import type { Detection } from '@omen/sdk'
import { csvRow } from '@omen/sdk/rules'
import type { Gate } from '../results/gate.ts'
import type { Outcome } from '../results/outcome.ts'
import { findingsText } from './detection.ts'
import { detectionJson, detectionUrl, worstSeverity } from './detection-json.ts'
import { escapeMarkdown } from './detection-markdown.ts'
import { detectionFindings } from './detection-report.ts'
import { isRepeatedIn } from './error.ts'
import { counted } from './figures.ts'
import { versionText } from './jobs.ts'
import { plain } from './plain.ts'
import type { GateReport, ReportedCase } from './report.ts'
import { byWorst, severityMark, severityOf } from './severity.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

type Detections = ReadonlyMap<string, Detection>

const COLUMNS: Column[] = [{ title: 'STATE' }, { title: 'FILE', shrink: 2 }, { title: 'RESULT', shrink: 1 }]
const columnsOfDetections: Column[] = [{ title: 'STATE' }, { title: 'WORST' }, ...COLUMNS.slice(1)]

/** Outcomes of files, one per line: failures first, then the worst detection, then in the order given. */
export function renderOutcomes(
  outcomes: readonly Outcome[],
  view: View,
  detections?: Detections,
  url?: string,
): string {
  const { paint, width } = view
  const rows = [...outcomes]
    .sort((a, b) => rank(b, detections) - rank(a, detections))
    .map((outcome): Cell[] => {
      const state = outcome.state === 'failed' ? { text: 'failed', shown: paint.red('failed') } : outcome.state
      const file = outcomes.length > 1 && outcome.path !== '-' ? outcome.path : outcome.name
      const worst = detections ? [worstCell(detections.get(outcome.path), view)] : []
      return [state, ...worst, file, resultText(outcome, detections?.get(outcome.path), url)]
    })
  return [table(detections ? columnsOfDetections : COLUMNS, rows, width, paint), summary(outcomes)].join('\n').trimEnd()
}

function summary(outcomes: readonly Outcome[]): string {
  if (outcomes.length < 2) return ''
  const of = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length
  const parts = [`${of('done') + of('started')} of ${counted(outcomes.length, 'file')} done`]
  if (of('skipped') > 0) parts.push(`${of('skipped')} were done before (--again does them anew)`)
  if (of('failed') > 0) parts.push(`${of('failed')} failed; the same command again does only those`)
  return `${parts.join(', ')}.`
}

function rank(outcome: Outcome, detections: Detections | undefined): number {
  if (outcome.state === 'failed') return 100
  const periods = detections?.get(outcome.path)?.periods ?? []
  return Math.max(0, ...periods.map(severityOf))
}

function worstCell(detection: Detection | undefined, { paint }: View): Cell {
  const [worst] = byWorst(detection?.periods ?? [])
  if (!worst) return '–'
  return { text: '■ ▲ 0.0 ', shown: `${severityMark(worst, paint)} ` }
}

function resultText(outcome: Outcome, detection: Detection | undefined, url: string | undefined): string {
  if (outcome.state === 'failed') return failureText(outcome.error)
  if (detection) {
    const [worst] = byWorst(detection.periods)
    const first = worst?.sentence ?? detection.gaps[0]?.sentence
    return `${findingsText(detection)}${first === undefined ? '' : `; ${plain(first)}`}`
  }
  const { versions = [], detectionId } = outcome.result
  if (outcome.state === 'started') return `job ${outcome.job?.id}`
  if (versions.length > 0) return versions.map(versionText).join(', ')
  if (detectionId === undefined) return ''
  return url === undefined ? `detection ${detectionId}` : detectionUrl(url, { id: detectionId })
}

function failureText({ message, details }: Extract<Outcome, { state: 'failed' }>['error']): string {
  const [detail] = details ?? []
  const position = [detail?.line && `line ${detail.line}`, detail?.column && `column ${detail.column}`].filter(Boolean)
  const fault = detail && isRepeatedIn(detail.message, message) ? '' : `: ${detail?.message}`
  const where = position.length > 0 ? ` (${position.join(', ')}${fault})` : ''
  return plain(`${message}${where}`)
}

/** Remarks on the result of a file, such as on lines that were rejected: those of its detection, or of its job. */
export function notesOf(outcome: Outcome, detections?: Detections): readonly string[] {
  if (outcome.state === 'failed') return []
  return detections?.get(outcome.path)?.notes ?? outcome.result.notes ?? []
}

/** The same as JSON; `url` is the server that the pages are on. */
export function outcomesJson(
  outcomes: readonly Outcome[],
  { detections, url }: { detections?: Detections; url: string },
): object {
  const files = outcomes.map((outcome) => {
    const found = detections?.get(outcome.path)
    const id = outcome.state === 'failed' ? undefined : outcome.result.detectionId
    return {
      ...outcome,
      ...(id !== undefined && { url: detectionUrl(url, { id }) }),
      ...(found && { severity: worstSeverity(found), detection: detectionJson(found, url) }),
    }
  })
  return { success: outcomes.every(({ state }) => state !== 'failed'), files }
}

/** Outcomes as CSV: a row for each file, in the order given. */
export function outcomesCsv(outcomes: readonly Outcome[], detections?: Detections): string {
  const rows = outcomes.map((outcome) => {
    const found = detections?.get(outcome.path)
    const [worst] = byWorst(found?.periods ?? [])
    const { versions = [], detectionId = '' } = outcome.state === 'failed' ? {} : outcome.result
    return csvRow([
      ...[outcome.path, outcome.state, found ? worstSeverity(found) : '', found?.periods.length ?? ''],
      ...[found?.gaps.length ?? '', detectionId, versions.map(versionText).join(' ')],
      outcome.state === 'failed' ? failureText(outcome.error) : (worst?.sentence ?? found?.gaps[0]?.sentence ?? ''),
    ])
  })
  return ['file,state,severity,anomalies,gaps,detection,versions,sentence', ...rows].join('\n')
}

/** Outcomes as a Markdown table, in the order given, with a list of the remarks on them. */
export function outcomesMarkdown(outcomes: readonly Outcome[], detections?: Detections): string {
  const rows = outcomes.map((outcome) => {
    const found = detections?.get(outcome.path)
    const severity = found ? worstSeverity(found).toFixed(1) : ''
    const cells = [outcome.state, severity, outcome.path, resultText(outcome, found, undefined)]
    return `| ${cells.map(escapeMarkdown).join(' | ')} |`
  })
  const notes = outcomes.flatMap((outcome) =>
    notesOf(outcome, detections).map((note) => escapeMarkdown(`- ${outcome.path}: ${note}`)),
  )
  const list = notes.length > 0 ? ['', ...notes] : []
  return ['| State | Severity | File | Result |', '|---|---:|---|---|', ...rows, ...list].join('\n')
}

/** Files as a gate reports them; without rules a file fails with any finding. */
export function outcomeReport(
  command: string,
  outcomes: readonly Outcome[],
  detections: Detections,
  { gate, isFailing, url }: { gate: Gate | undefined; isFailing: (found: Detection) => boolean; url: string },
): GateReport {
  const cases = outcomes.map((outcome): ReportedCase => {
    const { path, name } = outcome
    if (outcome.state === 'failed') return { name: path, path, findings: [], isFailing: true, error: outcome.error }
    const found = detections.get(path)
    if (!found) return { name: path, findings: [], isFailing: false }
    const shown = path === '-' ? name : path
    const findings = detectionFindings(found)
    const { notes } = found
    return { name: shown, path: shown, findings, isFailing: isFailing(found), notes, url: detectionUrl(url, found) }
  })
  return { command, cases, gate }
}
