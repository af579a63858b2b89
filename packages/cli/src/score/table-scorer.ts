import {
  createNumberScan,
  delimiterCharacters,
  type NumberScan,
  parseTimestamp,
  readHeader,
  readNumber,
  type StreamDetector,
  splitQuoted,
} from '@omen/engine'
import { csvField } from '@omen/sdk/rules'
import { csvLimits } from '../csv-limits.ts'
import type { ScoreTally } from '../results/score-tally.ts'
import { countScore } from './count-score.ts'
import type { DetectorRegistry } from './detector-registry.ts'

/** Turns the rows of a table into rows of scores: `timestamp,value,anomaly_score`, with `series` where there are several. */
export interface TableScorer {
  readonly heading: string
  /** One row for each series, with line ends; a row that cannot be read is kept, with empty values and scores of 0. */
  score(line: string, lineNumber: number): string
}

/** A scorer for the rows below `heading`. Throws the engine's CsvProblem for an invalid heading. */
export function createTableScorer(heading: string, registry: DetectorRegistry, tally: ScoreTally): TableScorer {
  const bytes = Buffer.from(heading)
  const { delimiter, names, timeIndex, series } = readHeader(bytes, 0, bytes.length, 1, csvLimits)
  const isLong = series.length > 1
  const detectors = series.map(({ id }) => registry.open(id))
  const labels = series.map(({ id }) => (isLong ? `${csvField(id)},` : ''))
  const scan = createNumberScan(delimiter)
  tally.series = series.length

  const scoreCell = (detector: StreamDetector, k: number, time: number, timestamp: string, cell: string): string => {
    const value = readCell(cell, scan, tally)
    if (Number.isNaN(value)) return `${labels[k]},0\n`
    const point = detector.push(time, value)
    const score = Math.round(point.score * 1e6) / 1e6
    countScore(tally, score, () => ({ timestamp, series: series[k]!.id, value, ...point, score }))
    return `${labels[k]}${csvField(cell)},${score}\n`
  }
  const leaveOut = (timestamp: string, line: number, reason: string): string => {
    tally.unread++
    tally.firstUnread ??= { line, reason }
    return labels.map((label) => `${timestamp},${label},0\n`).join('')
  }
  return {
    heading: isLong ? 'timestamp,series,value,anomaly_score\n' : 'timestamp,value,anomaly_score\n',
    score(line, lineNumber) {
      tally.rows++
      const cells = line.includes('"') ? splitQuoted(line, delimiter) : line.split(delimiterCharacters[delimiter])
      if (cells === undefined) return leaveOut('', lineNumber, 'a quote is not closed on the line')
      const timestamp = cells[timeIndex] ?? ''
      const written = csvField(timestamp)
      if (cells.length !== names.length) {
        return leaveOut(written, lineNumber, `${cells.length} fields, the heading has ${names.length}`)
      }
      const time = parseTimestamp(timestamp)
      if (time === undefined) {
        return leaveOut(written, lineNumber, `'${timestamp.slice(0, 40)}' is not epoch ms, epoch s or ISO 8601`)
      }
      if (!(time.ms > registry.seenUntil)) tally.repeated++
      registry.see(time.ms)
      let rows = ''
      for (let k = 0; k < detectors.length; k++) {
        const cell = cells[k < timeIndex ? k : k + 1]!
        rows += `${written},${scoreCell(detectors[k]!, k, time.ms, timestamp, cell)}`
      }
      return rows
    },
  }
}

/** The number in a cell; NaN where there is none, which is counted. */
function readCell(cell: string, scan: NumberScan, tally: ScoreTally): number {
  const value = readNumber(cell, scan)
  if (Number.isNaN(value)) {
    tally.gaps++
    if (scan.status > 1) tally.notNumbers++
  }
  return value
}
