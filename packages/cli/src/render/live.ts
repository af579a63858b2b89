import type { LiveAnalysis, ProjectEvent } from '@omen/sdk'
import type { FindingEvent, LiveEvent, OutlookEvent } from '../results/live-event.ts'
import type { ForecastSummary } from '../results/live-forecast.ts'
import { timeWriter } from './clock-times.ts'
import { forecastHeading, missingText, quietText, shorterText } from './forecast-coverage.ts'
import { outlookMark } from './live-forecast.ts'
import { goneSentence, outlookSentence, type Viewpoint } from './outlook.ts'
import { plain } from './plain.ts'
import { severityMark } from './severity.ts'
import type { View } from './view.ts'

const WORDS: Record<LiveEvent['event'], string> = {
  open: 'open',
  began: 'began',
  grew: 'worse',
  ended: 'ended',
  ahead: 'ahead',
  changed: 'ahead',
  gone: 'gone',
}
const widest = Math.max(...Object.values(WORDS).map((word) => word.length))

/** "shop-live: live. Data arrives and is checked for anomalies." */
export function renderLiveHead(analysis: LiveAnalysis, { paint }: View): string {
  const { projectName, state } = analysis
  return `${paint.bold(plain(projectName))}: ${state}. ${liveSentence(analysis)}`
}

/** How the project is doing, and what its findings are for, where that is not its own sensitivity. */
export function liveSentence({ stateSentence, pvalue, cvalue, stored }: LiveAnalysis): string {
  if (stored === undefined) return stateSentence
  return `${stateSentence} Findings for pvalue ${pvalue}, cvalue ${cvalue}; those of the project are ${stored.pvalue} and ${stored.cvalue}.`
}

/** What is forecast, and of which series nothing: "Forecast of 28 of 30 series until 15:00. …" */
export function renderForecastHead(forecast: ForecastSummary, view: Viewpoint): string {
  const heading = `${forecastHeading(forecast, view)}.`
  const texts = [heading, quietText(forecast, view), shorterText(forecast, view), missingText(forecast)]
  return texts.filter((text) => text !== '').join(' ')
}

/** What has happened, in one line: its time, a mark, a sentence. */
export function renderLiveEvent(event: LiveEvent, stepMs: number, view: View): string {
  const write = (at: number) => timeWriter(view.io.timeZone, { from: at, to: at, intervalMs: stepMs }).full(at)
  const word = WORDS[event.event].padEnd(widest)
  if (event.type === 'outlook') {
    const mark = outlookMark(event.event === 'gone' ? undefined : event.outlook.side, view.paint)
    return `${write(event.time)}  ${word}  ${mark}  ${sentenceOf(event, view.io.timeZone)}`
  }
  const { finding } = event
  const at = event.event === 'ended' || event.event === 'grew' ? finding.end : finding.start
  const mark = markOf(event, view)
  return `${write(at)}  ${word}  ${mark}  ${plain(finding.sentence)}`
}

/** Something that was changed, in one line like an event. */
export function renderChange({ at, title, instances, by }: ProjectEvent, stepMs: number, { io }: View): string {
  const write = timeWriter(io.timeZone, { from: at, to: at, intervalMs: stepMs })
  const where = instances.length === 0 ? '' : ` on ${instances.join(', ')}`
  return `${write.full(at)}  ${'change'.padEnd(widest)}  ⚑ ·    ${plain(`${title}${where}, by ${by}`)}`
}

function markOf(event: FindingEvent, { paint }: View): string {
  switch (event.type) {
    case 'period':
      return severityMark(event.finding, paint)
    case 'log':
      return severityMark({ kind: 'log', val: event.finding.val, isMissingValue: false }, paint)
    case 'gap':
      return `${paint.dim('▨')} ·    `
  }
}

/** The event as an object of JSON; an outlook gets its sentence, which findings have from the server. */
export function liveEventJson(event: LiveEvent, timeZone: string): object {
  if (event.type !== 'outlook') return event
  return { ...event, outlook: { ...event.outlook, sentence: sentenceOf(event, timeZone) } }
}

function sentenceOf(event: OutlookEvent, timeZone: string): string {
  return event.event === 'gone' ? goneSentence(event) : outlookSentence(event.outlook, { now: event.time, timeZone })
}
