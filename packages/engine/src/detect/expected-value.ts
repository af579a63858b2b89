import { zScoreBand } from './column/fit-column-tails.ts'
import { fromLog, toLog } from './column/log-scale.ts'
import type { Model } from './model.ts'
import { OUTSIDE_BAND, type ScoredChunk } from './scored-chunk.ts'

/**
 * What was usual for a series at one row: the value, one robust deviation, and how many of them the value lies off. Of a column on
 * a log scale they are counted on that scale, and one deviation is the mean of those on the way to the value.
 */
type ExpectedValue = { usual: number; spread: number; zScore: number }

/** The usual value of a column of the model at a row. */
export type ExpectedAt = (column: number, row: number) => ExpectedValue

/** How many robust deviations the value of a column lies off at a row: `zScore` of its expected value, without the rest of it. */
export type ZScoreAt = (column: number, row: number) => number

type Band = { low: number; high: number }

/** Reads the usual value back from the expected range, whose ends lie at known standardised residuals. All NaN where there was no range. */
export function createExpectedValues(model: Model, scored: ScoredChunk, columns: readonly Float64Array[]): ExpectedAt {
  return createReader(model, scored, columns, (band, low, high, value, logUnit) => {
    if (logUnit === undefined) return readBack(band, low, high, value)
    const onLog = readBack(band, toLog(low, logUnit), toLog(high, logUnit), toLog(value, logUnit))
    const usual = fromLog(onLog.usual, logUnit)
    const spread = (value - usual) / onLog.zScore || fromLog(onLog.usual + onLog.spread, logUnit) - usual
    return { usual, spread, zScore: onLog.zScore }
  })
}

/** Reads standardised residuals back from the expected range. NaN where there was no range. */
export function createZScores(model: Model, scored: ScoredChunk, columns: readonly Float64Array[]): ZScoreAt {
  return createReader(model, scored, columns, (band, low, high, value, logUnit) =>
    logUnit === undefined
      ? zScoreIn(band, low, high, value)
      : zScoreIn(band, toLog(low, logUnit), toLog(high, logUnit), toLog(value, logUnit)),
  )
}

/** Calls `read` with the band, the expected range and the value of a column at a row, and the unit of its log scale if it is on one. */
function createReader<T>(
  model: Model,
  scored: ScoredChunk,
  columns: readonly Float64Array[],
  read: (band: Band, low: number, high: number, value: number, logUnit: number | undefined) => T,
): (column: number, row: number) => T {
  const bands = model.columns.map((column) => zScoreBand(column.tails, OUTSIDE_BAND))
  return (column, row) =>
    read(
      bands[column]!,
      scored.expectedLow[column]![row]!,
      scored.expectedHigh[column]![row]!,
      columns[column]![row]!,
      model.columns[column]!.logUnit,
    )
}

function zScoreIn(band: Band, bottom: number, top: number, value: number): number {
  const spread = (top - bottom) / (band.high - band.low)
  return (value - (bottom - band.low * spread)) / spread
}

function readBack(band: Band, bottom: number, top: number, value: number): ExpectedValue {
  const spread = (top - bottom) / (band.high - band.low)
  const usual = bottom - band.low * spread
  return { usual, spread, zScore: (value - usual) / spread }
}
