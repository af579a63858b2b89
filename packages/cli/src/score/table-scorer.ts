import { CsvProblem, type SeriesKey } from '@omen/engine/series'
import type { StreamDetector } from '@omen/engine/stream'
import { csvField } from '@omen/sdk/rules'
import type { ScoreTally } from '../results/score-tally.ts'
import { countScore } from './count-score.ts'
import type { DetectorRegistry } from './detector-registry.ts'
import type { TableReader } from './table-reader.ts'

/** Turns the rows of a table into rows of scores: `timestamp,value,anomaly_score`, with `series` where there are several. */
export interface TableScorer {
  readonly heading: string
  /** One row for each series, with line ends; a row that cannot be read is kept, with empty values and scores of 0. */
  score(line: string, lineNumber: number): string
  /** Throws CsvProblem for a column that held text, and never a number, in the runs before as well. */
  requireNumbers(): void
}

/** A scorer for the rows of a table. */
export function createTableScorer(reader: TableReader, registry: DetectorRegistry, tally: ScoreTally): TableScorer {
  const { series } = reader
  const isLong = series.length > 1
  const detectors = series.map(({ id }) => registry.open(id))
  const labels = series.map(({ id }) => (isLong ? `${csvField(id)},` : ''))
  const texts = series.map(() => 0)
  tally.series = series.length
  if (reader.leftOut.length > 0) tally.leftOut = [...reader.leftOut]

  const scoreCell = (detector: StreamDetector, k: number, time: number, timestamp: string, cell: string): string => {
    const { value, isText } = reader.readCell(cell)
    if (Number.isNaN(value)) {
      tally.gaps++
      if (isText) {
        tally.notNumbers++
        texts[k]!++
      }
      return `${labels[k]},0\n`
    }
    const point = detector.push(time, value)
    const score = Math.round(point.score * 1e6) / 1e6
    countScore(tally, score, () => ({ timestamp, series: series[k]!.id, value, ...point, score }))
    return `${labels[k]}${csvField(cell)},${score}\n`
  }
  return {
    heading: isLong ? 'timestamp,series,value,anomaly_score\n' : 'timestamp,value,anomaly_score\n',
    score(line, lineNumber) {
      tally.rows++
      const row = reader.readRow(line, lineNumber)
      const { timestamp } = row
      const written = csvField(timestamp)
      if ('reason' in row) {
        tally.unread++
        tally.firstUnread ??= { line: lineNumber, column: row.column, reason: row.reason }
        return labels.map((label) => `${written},${label},0\n`).join('')
      }
      const { timeMs, cells } = row
      if (!(timeMs > registry.seenUntil)) tally.repeated++
      registry.see(timeMs)
      return detectors
        .map((detector, k) => `${written},${scoreCell(detector, k, timeMs, timestamp, cells[k]!)}`)
        .join('')
    },
    requireNumbers: () => requireNumbers(series, (k) => texts[k]! > 0 && detectors[k]!.count === 0),
  }
}

/** Throws CsvProblem for the first series of which `isText` holds: its column holds text and no number. */
export function requireNumbers(series: readonly SeriesKey[], isText: (place: number) => boolean): void {
  const found = series.find((_, place) => isText(place))
  if (found) throw new CsvProblem('TEXT_COLUMN', 0, 0, `column '${found.id}' holds text and no number`)
}
