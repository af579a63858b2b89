import type { Detection, Period } from '@omen/sdk'
import { timeWriter } from './clock-times.ts'
import { findingsText, lengthOf } from './detection.ts'
import { duration } from './duration.ts'
import { counted } from './figures.ts'
import { hasStates, stateWord } from './finding-state.ts'
import { plain } from './plain.ts'
import { byWorst, severityOf } from './severity.ts'

/** Anomalies and gaps as a Markdown table, for a comment on a pull request. */
export function detectionMarkdown(detection: Detection, timeZone: string): string {
  const { uploadFileName, modelName, modelVersion, modelType, pvalue, cvalue, periods, gaps } = detection
  const times = timeWriter(timeZone, { ...detection, intervalMs: detection.intervalMs ?? null })
  const title = `**${escapeMarkdown(uploadFileName)}**: ${findingsText(detection)}`
  const by = `model ${escapeMarkdown(modelName ?? '')} v${modelVersion} (${modelType}), pvalue ${pvalue}, cvalue ${cvalue}`
  const head = `${title} in ${counted(detection.rows, 'row')}, by ${by}.`
  const notes = detection.notes.flatMap((note) => ['', escapeMarkdown(note)])
  if (periods.length + gaps.length === 0) return [head, ...notes].join('\n')
  const isStated = hasStates(detection)
  const line = (mark: string, since: string, lasted: string, { state, sentence }: Pick<Period, 'state' | 'sentence'>) =>
    `| ${[mark, since, lasted, ...(isStated ? [stateWord(state)] : []), escapeMarkdown(sentence)].join(' | ')} |`
  const rows = byWorst(periods).map((period) => {
    const direction = period.isMissingValue ? '·' : period.val < 0 ? '▼' : '▲'
    const mark = `${direction} ${severityOf(period).toFixed(1)}`
    const lasted = duration(lengthOf(period, detection))
    return line(mark, times.at(period.start), lasted, period)
  })
  const silences = gaps.map((gap) => line('gap', times.at(gap.start), duration(lengthOf(gap, detection)), gap))
  return [
    head,
    ...notes,
    '',
    `| Severity | Since (${times.zone}) | For |${isStated ? ' State |' : ''} What |`,
    `|---:|---|---:|${isStated ? '---|' : ''}---|`,
    ...rows,
    ...silences,
  ].join('\n')
}

/** A text with Markdown characters escaped. */
export function escapeMarkdown(text: string): string {
  return plain(text).replace(/[\\|*_`<>[\]]/g, '\\$&')
}
