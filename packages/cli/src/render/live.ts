import type { LiveAnalysis } from '@omen/sdk'
import type { LiveEvent } from '../results/live-event.ts'
import { timeWriter } from './clock-times.ts'
import { plain } from './display-width.ts'
import { severityMark } from './severity.ts'
import type { View } from './view.ts'

const words: Record<LiveEvent['event'], string> = { open: 'open', began: 'began', grew: 'worse', ended: 'ended' }
const widest = Math.max(...Object.values(words).map((word) => word.length))

/** "shop-live: live. Data arrives and is checked for anomalies." */
export function renderLiveHead({ projectName, state, stateSentence }: LiveAnalysis, { paint }: View): string {
  return `${paint.bold(plain(projectName))}: ${state}. ${stateSentence}`
}

/** What has happened to a finding, in one line: the time that it began or ended, its severity, its sentence. */
export function renderLiveEvent({ event, type, finding }: LiveEvent, stepMs: number, { paint, io }: View): string {
  const at = event === 'ended' || event === 'grew' ? finding.end : finding.start
  const time = timeWriter(io.timeZone, { from: at, to: at, intervalMs: stepMs }).full(at)
  const mark = type === 'period' ? severityMark(finding, paint) : `${paint.dim('▨')} ·    `
  return `${time}  ${words[event].padEnd(widest)}  ${mark}  ${plain(finding.sentence)}`
}
