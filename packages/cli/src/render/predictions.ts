import { type LogFindingText, type Prediction, type PredictionRule, renderPrediction } from '@omen/engine/incidents'
import { timeWriter } from './clock-times.ts'
import { truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { counted, percent } from './figures.ts'
import type { IncidentList } from './incidents.ts'
import type { Language } from './language.ts'
import { plain } from './plain.ts'
import { type Column, table } from './table.ts'
import type { View } from './view.ts'

const EXPECTED_COLUMNS: Column[] = [
  { title: 'CHANCE', align: 'right' },
  { title: 'EXPECTED', shrink: 1 },
]

const RULE_COLUMNS: Column[] = [
  { title: 'AFTER', shrink: 1 },
  { title: 'COMES', shrink: 2 },
  { title: 'RIGHT', align: 'right' },
  { title: 'LEAD', align: 'right' },
]

/** The data that prediction rules were learned from: the incidents of a table, and every finding of its log. */
export interface PredictionSource extends IncidentList {
  logs: { findings: readonly LogFindingText[]; faint: readonly LogFindingText[] }
}

/** Predictions and their rules as text. */
export function renderPredictions(
  source: PredictionSource,
  { now, expected, rules }: Prediction,
  language: Language,
  view: View,
): string {
  const { paint, width, io } = view
  const times = timeWriter(io.timeZone, source)
  const head = `${source.name} · ${counted(source.found.length, 'incident')} until ${times.full(now)}, times in ${times.zone}`
  const verdict = expected.length === 0 ? 'Nothing is expected.' : `${counted(expected.length, 'incident')} expected.`
  const lines = [paint.dim(truncate(plain(head), width)), paint.bold(verdict)]
  const soon = expected.map((one) => {
    const isTested = one.hits + one.misses > 0
    return [isTested ? percent(one.probability) : '–', renderPrediction(one, now, language)]
  })
  if (soon.length > 0) lines.push('', table(EXPECTED_COLUMNS, soon, width, paint))
  const learned = rules.map((rule) => {
    const { hits, misses, lead } = rule
    const outcome = rule.title ? rule.title.kind : rule.outcome
    return [precursorText(rule, source), outcome, `${hits} of ${hits + misses}`, duration(lead.about)]
  })
  if (learned.length > 0) lines.push('', table(RULE_COLUMNS, learned, width, paint))
  else lines.push(paint.dim('No rule: nothing came before at least three incidents far more often than by chance.'))
  return lines.join('\n')
}

/** A log finding by its text, anything else by its name. */
function precursorText({ precursor }: PredictionRule, { logs }: PredictionSource): string {
  const [what, id, finding] = precursor.split(' ')
  if (what !== 'log') return precursor
  const match = [...logs.findings, ...logs.faint].find(({ templateId }) => String(templateId) === id)
  return `${finding} message ${match?.template ?? id}`
}

/** The same as JSON; times in epoch milliseconds. */
export function predictionJson({ now, expected, rules }: Prediction, language: Language): unknown {
  const translated = expected.map((one) => ({ ...one, sentence: renderPrediction(one, now, language) }))
  return { success: true, now, expected: translated, rules }
}
