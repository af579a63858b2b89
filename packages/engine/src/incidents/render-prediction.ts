import { durationText, type SentenceLocale } from '../detect/render-sentence.ts'
import type { PredictedIncident } from './prediction.ts'
import { renderIncidentSubject } from './render-incident-title.ts'

/** Tells a prediction in one sentence, without a full stop: what, in about how long, and how often that was right. */
export function renderPrediction(prediction: PredictedIncident, now: number, locale: SentenceLocale): string {
  const { hits, misses, low, about, high } = prediction
  const tried = hits + misses
  const span = (at: number): string => durationText(Math.max(0, at - now), locale)
  if (locale === 'en') {
    const when = about > now ? `in about ${span(about)} (${span(low)} to ${span(high)})` : 'any moment'
    return `${what(prediction, locale)} expected ${when}, ${tried === 0 ? 'not tested yet' : `right ${hits} of ${tried} times`}`
  }
  const when = about > now ? `约 ${span(about)}后（${span(low)}至${span(high)}）` : '随时'
  return `预计${when}发生${what(prediction, locale)}，${tried === 0 ? '尚未验证' : `此前 ${tried} 次中 ${hits} 次正确`}`
}

/** What an incident seen before was about, else what the outcome names. */
function what({ title, outcome }: PredictedIncident, locale: SentenceLocale): string {
  const name = outcome.slice(outcome.indexOf(' ') + 1)
  if (title === undefined) return locale === 'en' ? `an incident (${name})` : `事件（${name}）`
  return renderIncidentSubject(title, locale)
}
