import { CsvProblem, findTimeColumns, noTimeColumn, readTime, splitQuoted } from '@omen/engine/series'

/** A score for each row of a series, in the order of the file. The series of a file with one of them has no name. */
export interface ScoredSeries {
  series: string
  times: Float64Array
  scores: Float64Array
  /** 1 for a row of a finding; undefined for scores without a model. */
  flags: Uint8Array | undefined
}

/** A table of scores that cannot be read; lines count from 1, 0 is the whole table. */
export class ScoreProblem extends Error {
  override readonly name = 'ScoreProblem'
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** Takes the lines of a table of scores, and gives its series. */
export interface ScoreTable {
  push(text: string): void
  end(): ScoredSeries[]
}

type Columns = { time: number; series: number; score: number; flag: number }
type Rows = { times: number[]; scores: number[]; flags: number[] }

/** The cells of a heading, as columns are looked up. */
export function headingCells(heading: string): string[] {
  return (splitQuoted(heading.replace(/^\uFEFF/, '')) ?? []).map((cell) => cell.trim().toLowerCase())
}

/**
 * A table with a column of times and the column anomaly_score, with `series` where there are several, and `flagged` where a model scored. A time that cannot be parsed is taken
 * from the row before. Throws ScoreProblem for a score that is not a number, and the engine's CsvProblem for an invalid table.
 */
export function createScoreTable(): ScoreTable {
  const bySeries = new Map<string, Rows>()
  let columns: Columns | undefined
  let firstBadTime: string | undefined
  let line = 0
  const read = (text: string, { time, series, score, flag }: Columns): void => {
    const cells = text.includes('"') ? splitQuoted(text) : text.split(',')
    const written = cells?.[score]?.trim() ?? ''
    const value = written === '' ? Number.NaN : Number(written)
    if (!Number.isFinite(value)) throw new ScoreProblem(line, `'${written.slice(0, 40)}' is no anomaly_score`)
    const key = cells?.[series] ?? ''
    const rows = bySeries.get(key) ?? { times: [], scores: [], flags: [] }
    bySeries.set(key, rows)
    const read = readTime(cells?.[time] ?? '')
    if ('reason' in read) firstBadTime ??= `line ${line}: ${read.reason}`
    rows.times.push('reason' in read ? (rows.times.at(-1) ?? Number.NaN) : read.ms)
    rows.scores.push(value)
    if (flag >= 0) rows.flags.push(cells?.[flag]?.trim() === '1' ? 1 : 0)
  }
  return {
    push(text) {
      line++
      if (text.trim() === '') return
      if (columns) read(text, columns)
      else columns = findColumns(text, line)
    },
    end() {
      if (columns === undefined) throw new CsvProblem('EMPTY_FILE', 0, 0, 'the file is empty')
      if (bySeries.size === 0) throw new CsvProblem('HEADER_ONLY', 1, 0, 'there is no row below the heading')
      return Array.from(bySeries, ([series, rows]) => finish(series, rows, firstBadTime))
    },
  }
}

function findColumns(heading: string, line: number): Columns {
  const names = headingCells(heading)
  const [time] = findTimeColumns(names)
  const [series = -1, score = -1, flag = -1] = ['series', 'anomaly_score', 'flagged'].map((name) => names.indexOf(name))
  if (time === undefined) throw noTimeColumn(names, line)
  return { time, series, score, flag }
}

/** Rows before the first time that can be read take that one. */
function finish(series: string, { times, scores, flags }: Rows, firstBadTime = ''): ScoredSeries {
  const first = times.find((time) => !Number.isNaN(time))
  if (first === undefined) throw new ScoreProblem(0, `no timestamp can be read; ${firstBadTime}`)
  const whole = Float64Array.from(times, (time) => (Number.isNaN(time) ? first : time))
  const flagged = flags.length > 0 ? Uint8Array.from(flags) : undefined
  return { series, times: whole, scores: Float64Array.from(scores), flags: flagged }
}
