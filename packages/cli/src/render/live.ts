import type { LiveAnalysis } from '@omen/sdk'
import type { FindingEvent, LiveEvent, OutlookEvent } from '../results/live-event.ts'
import type { ForecastSummary } from '../results/live-forecast.ts'
import { timeWriter } from './clock-times.ts'
import { plain } from './display-width.ts'
import { forecastHeading, missingText, quietText, shorterText } from './forecast-coverage.ts'
import { outlookMark } from './live-forecast.ts'
import { goneSentence, outlookSentence, type Viewpoint } from './outlook.ts'
import { severityMark } from './severity.ts'
import type { View } from './view.ts'

const words: Record<LiveEvent['event'], string> = {
  ...{ open: 'open', began: 'began', grew: 'worse', ended: 'ended' },
  ...{ ahead: 'ahead', changed: 'ahead', gone: 'gone' },
}
const widest = Math.max(...Object.values(words).map((word) => word.length))

/** "shop-live: live. Data arrives and is checked for anomalies." */
export function renderLiveHead({ projectName, state, stateSentence }: LiveAnalysis, { paint }: View): string {
  return `${paint.bold(plain(projectName))}: ${state}. ${stateSentence}`
}

/** What is forecast, and of which series nothing: "Forecast of 28 of 30 series until 15:00. …" */
export function renderForecastHead(forecast: ForecastSummary, view: Viewpoint): string {
  const heading = `${forecastHeading(forecast, view)}.`
  const texts = [heading, quietText(forecast, view), shorterText(forecast, view), missingText(forecast)]
  return texts.filter((text) => text !== '').join(' ')
}

/** What has happened, in one line: its time, a mark, a sentence. */
export function renderLiveEvent(
  event: LiveEvent,
  { stepMs, to }: Pick<LiveAnalysis, 'stepMs' | 'to'>,
  view: View,
): string {
  return event.type === 'outlook' ? outlookLine(event, to, view) : findingLine(event, stepMs, view)
}

/** The time that a finding began or ended, its severity, its sentence. */
function findingLine({ event, type, finding }: FindingEvent, stepMs: number, { paint, io }: View): string {
  const at = event === 'ended' || event === 'grew' ? finding.end : finding.start
  const time = timeWriter(io.timeZone, { from: at, to: at, intervalMs: stepMs }).full(at)
  const mark = type === 'period' ? severityMark(finding, paint) : `${paint.dim('▨')} ·    `
  return `${time}  ${words[event].padEnd(widest)}  ${mark}  ${plain(finding.sentence)}`
}

/** The time to which the values of a forecast were known, where the series goes, the sentence. */
function outlookLine(event: OutlookEvent, now: number, { paint, io: { timeZone } }: View): string {
  const { from } = event.forecast
  const time = timeWriter(timeZone, { from, to: from }).full(from)
  const mark = outlookMark(event.event === 'gone' ? undefined : event.outlook.side, paint)
  return `${time}  ${words[event.event].padEnd(widest)}  ${mark}  ${sentenceOf(event, { now, timeZone })}`
}

/** The event as an object of JSON; an outlook gets its sentence, which findings have from the server. */
export function liveEventJson(event: LiveEvent, view: Viewpoint): object {
  if (event.type !== 'outlook') return event
  return { ...event, outlook: { ...event.outlook, sentence: sentenceOf(event, view) } }
}

function sentenceOf(event: OutlookEvent, view: Viewpoint): string {
  return event.event === 'gone' ? goneSentence(event) : outlookSentence(event.outlook, view)
}
