import { type PredictionRule, renderPrediction } from '@omen/engine'
import type { JudgedFile } from '../detect/find-incidents.ts'
import type { Prediction } from '../detect/predict-incidents.ts'
import { timeWriter } from './clock-times.ts'
import { plain, truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { counted, percent } from './figures.ts'
import type { View } from './files.ts'
import type { Language } from './language.ts'
import { type Column, table } from './table.ts'

const expectedColumns: Column[] = [
  { title: 'CHANCE', align: 'right' },
  { title: 'EXPECTED', shrink: 1 },
]

const ruleColumns: Column[] = [
  { title: 'AFTER', shrink: 1 },
  { title: 'COMES', shrink: 2 },
  { title: 'RIGHT', align: 'right' },
  { title: 'LEAD', align: 'right' },
]

/** What is expected and by which rules, for a person. */
export function renderPredictions(
  judged: JudgedFile,
  { now, expected, rules }: Prediction,
  language: Language,
  view: View,
): string {
  const { paint, width, io } = view
  const times = timeWriter(io.timeZone, judged)
  const head = `${judged.name} · ${counted(judged.found.length, 'incident')} until ${times.full(now)}, times in ${times.zone}`
  const verdict = expected.length === 0 ? 'Nothing is expected.' : `${counted(expected.length, 'incident')} expected.`
  const lines = [paint.dim(truncate(plain(head), width)), paint.bold(verdict)]
  const soon = expected.map((one) => {
    const isTested = one.hits + one.misses > 0
    return [isTested ? percent(one.probability) : '–', renderPrediction(one, now, language)]
  })
  if (soon.length > 0) lines.push('', table(expectedColumns, soon, width, paint))
  const learned = rules.map((rule) => {
    const { hits, misses, lead } = rule
    const outcome = rule.title ? rule.title.kind : rule.outcome
    return [precursorText(rule, judged), outcome, `${hits} of ${hits + misses}`, duration(lead.about)]
  })
  if (learned.length > 0) lines.push('', table(ruleColumns, learned, width, paint))
  else lines.push(paint.dim('No rule: nothing came before at least three incidents far more often than by chance.'))
  return lines.join('\n')
}

/** A finding of a log by its text, anything else by its name. */
function precursorText({ precursor }: PredictionRule, { log }: JudgedFile): string {
  const [what, id, finding] = precursor.split(' ')
  if (what !== 'log') return precursor
  const known = [...log.findings, ...log.faint].find(({ templateId }) => String(templateId) === id)
  return `${finding} message ${known?.template ?? id}`
}

/** The same for a program; times in epoch milliseconds. */
export function predictionJson({ now, expected, rules }: Prediction, language: Language): unknown {
  const told = expected.map((one) => ({ ...one, sentence: renderPrediction(one, now, language) }))
  return { success: true, now, expected: told, rules }
}
