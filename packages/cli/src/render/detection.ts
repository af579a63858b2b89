import type { Detection, Gap, Period } from '@omen/sdk'
import { describeRarity } from '@omen/sdk/rules'
import { type TimeWriter, timeWriter } from './clock-times.ts'
import { displayWidth, truncate } from './display-width.ts'
import { duration } from './duration.ts'
import { count, counted, percent } from './figures.ts'
import { hasStates, stateWord } from './finding-state.ts'
import { plain } from './plain.ts'
import { byWorst, severityCell } from './severity.ts'
import { sparkline } from './sparkline.ts'
import { type Cell, type Column, table } from './table.ts'
import { VERDICT_WORDS } from './verdict.ts'
import type { View } from './view.ts'
import { wrapAt } from './wrap.ts'

const columnsAfter = (first: string, isStated: boolean): Column[] => [
  { title: first },
  { title: 'SINCE' },
  { title: 'FOR', align: 'right' },
  ...(isStated ? [{ title: 'STATE' }] : []),
  { title: 'WHAT', shrink: 1 },
]

/** A detection: its inputs, the verdict in a sentence, the degree as a sparkline, and the periods, worst first. */
export function renderDetection(
  detection: Detection,
  degree: readonly (number | null)[],
  view: View,
  full: boolean,
): string {
  const { paint, width, io } = view
  const times = timeWriter(io.timeZone, { ...detection, intervalMs: detection.intervalMs ?? null })
  const line = sparkline(degree, Math.min(60, width - 8))
  const lines = [
    headLine(detection, view),
    paint.bold(verdict(detection)),
    ...(line.trim() === '' ? [] : [`degree  ${line}`]),
    truncate(`${times.full(detection.from)} to ${times.full(detection.to)}, times in ${times.zone}`, width),
    ...detection.notes.map((note) => truncate(plain(note), width)),
  ]
  const periods = byWorst(detection.periods)
  if (periods.length > 0) lines.push('', periodTable(periods, times, detection, view, full))
  if (detection.gaps.length > 0) lines.push('', gapTable(detection, times, view))
  return lines.join('\n')
}

function headLine(detection: Detection, { width, paint }: View): string {
  const { modelName, modelVersion, modelType, trust, pvalue, cvalue, uploadFileName } = detection
  const model = `model ${modelName} v${modelVersion} (${modelType})`
  const parts = [uploadFileName, model, `trust ${trust}`, `pvalue ${pvalue} cvalue ${cvalue}`]
  return paint.dim(truncate(plain(parts.join(' · ')), width))
}

function verdict(detection: Detection): string {
  const rows = `${counted(detection.rows, 'row')} of ${counted(detection.seriesCount, 'series', 'series')}`
  const { periods, incidents } = detection
  const [worst] = byWorst(periods)
  if (!worst) return incidents.length === 0 ? `Nothing abnormal in ${rows}.` : `${findingsText(detection)} in ${rows}.`
  const where = worst.series[0] ? `, worst on ${plain(worst.series[0].seriesId)}` : ''
  const flagged = `${percent(detection.flaggedShare)} of ${count(detection.rows)} rows`
  return `${findingsText(detection)}${where}; ${flagged} flagged.`
}

/** "4 incidents", "2 incidents (1 anomaly and 2 gaps)", "0 incidents": a gap is never left out. */
export function findingsText({ incidents, periods, gaps }: Pick<Detection, 'incidents' | 'periods' | 'gaps'>): string {
  const text = counted(incidents.length, 'incident')
  if (gaps.length === 0 && periods.length === incidents.length) return text
  const anomalies = periods.length === 0 ? [] : [counted(periods.length, 'anomaly', 'anomalies')]
  const silences = gaps.length === 0 ? [] : [counted(gaps.length, 'gap')]
  return `${text} (${[...anomalies, ...silences].join(' and ')})`
}

function periodTable(
  periods: readonly Period[],
  times: TimeWriter,
  detection: Detection,
  view: View,
  full: boolean,
): string {
  const { paint, width } = view
  const isStated = hasStates(detection)
  const rows = periods.map((period): Cell[] => [
    severityCell(period, view.paint),
    times.at(period.start),
    duration(lengthOf(period, detection)),
    ...(isStated ? [stateWord(period.state)] : []),
    plain(period.sentence),
  ])
  const text = table(columnsAfter('SEVERITY', isStated), rows, width, paint)
  const [head = '', ...lines] = text.split('\n')
  const verdictLines = (period: Period): string[] => {
    const { verdict: given, verdictNote } = period
    if (given === undefined) return []
    const text = `marked ${VERDICT_WORDS[given]}${verdictNote === undefined ? '' : `: ${plain(verdictNote)}`}`
    return (full ? wrapAt(text, width - 4) : [truncate(text, width - 4)]).map((line) => paint.dim(`    ${line}`))
  }
  const room = width - 34 - (isStated ? 12 : 0)
  const cut = periods.some(({ sentence }) => displayWidth(plain(sentence)) > room)
  const hint = !full && cut && width < 1000 ? [paint.dim('--full shows whole sentences.')] : []
  const details = (period: Period): string[] => {
    if (!full) return verdictLines(period)
    const rarity = describeRarity(period.probability, detection.intervalMs, 'en')
    const chance = rarity ? [paint.dim(`    by chance ${rarity}`)] : []
    return [...wrap(plain(period.sentence), width - 4), ...chance, ...verdictLines(period)]
  }
  return [head, ...lines.flatMap((line, at) => [line, ...details(periods[at]!)]), ...hint].join('\n')
}

/** Duration of a period, from its first sample to the end of its last one. Milliseconds. */
export function lengthOf(
  { start, end }: Pick<Gap, 'start' | 'end'>,
  { intervalMs }: Pick<Detection, 'intervalMs'>,
): number {
  return end - start + (intervalMs ?? 0)
}

/** A sentence under its line, indented, where the table would cut it. */
function wrap(text: string, width: number): string[] {
  return displayWidth(text) <= width - 30 ? [] : wrapAt(text, width).map((line) => `    ${line}`)
}

function gapTable(detection: Detection, times: TimeWriter, { paint, width }: View): string {
  const isStated = hasStates(detection)
  const rows = detection.gaps.map((gap) => [
    gap.kind,
    times.at(gap.start),
    duration(lengthOf(gap, detection)),
    ...(isStated ? [stateWord(gap.state)] : []),
    plain(gap.sentence),
  ])
  return table(columnsAfter('GAP', isStated), rows, width, paint)
}
