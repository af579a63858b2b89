import type { Detection } from '@omen/sdk'
import type { Outcome } from '../results/outcome.ts'
import { plain } from './display-width.ts'
import { isRepeatedIn } from './error.ts'
import { counted } from './figures.ts'
import { versionText } from './jobs.ts'
import { byWorst, severityMark, severityOf } from './severity.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

type Detections = ReadonlyMap<string, Detection>

const columns: Column[] = [{ title: 'STATE' }, { title: 'FILE', shrink: 2 }, { title: 'RESULT', shrink: 1 }]
const columnsOfDetections: Column[] = [{ title: 'STATE' }, { title: 'WORST' }, ...columns.slice(1)]

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
  return [table(detections ? columnsOfDetections : columns, rows, width, paint), summary(outcomes)].join('\n').trimEnd()
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
    return `${counted(detection.periods.length, 'anomaly', 'anomalies')}${worst ? `; ${plain(worst.sentence)}` : ''}`
  }
  const { versions = [], detectionId } = outcome.result
  if (outcome.state === 'started') return `job ${outcome.job?.id}`
  if (versions.length > 0) return versions.map(versionText).join(', ')
  if (detectionId === undefined) return ''
  return url === undefined ? `detection ${detectionId}` : `${url}/detections/${detectionId}`
}

function failureText({ message, details }: Extract<Outcome, { state: 'failed' }>['error']): string {
  const [detail] = details ?? []
  const position = [detail?.line && `line ${detail.line}`, detail?.column && `column ${detail.column}`].filter(Boolean)
  const fault = detail && isRepeatedIn(detail.message, message) ? '' : `: ${detail?.message}`
  const where = position.length > 0 ? ` (${position.join(', ')}${fault})` : ''
  return plain(`${message}${where}`)
}

/** The same as JSON. */
export function outcomesJson(outcomes: readonly Outcome[], detections?: Detections): object {
  const files = outcomes.map((outcome) => ({ ...outcome, detection: detections?.get(outcome.path) }))
  return { success: outcomes.every(({ state }) => state !== 'failed'), files }
}
