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

/** Reads the usual value back from the expected range, whose ends lie at known standardised residuals. All NaN where there was no range. */
export function createExpectedValues(model: Model, scored: ScoredChunk, columns: readonly Float64Array[]): ExpectedAt {
  const bands = model.columns.map((column) => zScoreBand(column.tails, OUTSIDE_BAND))
  return (column, row) => {
    const band = bands[column]!
    const { logUnit } = model.columns[column]!
    const low = scored.expectedLow[column]![row]!
    const high = scored.expectedHigh[column]![row]!
    const value = columns[column]![row]!
    if (logUnit === undefined) return readBack(band, low, high, value)
    const onLog = readBack(band, toLog(low, logUnit), toLog(high, logUnit), toLog(value, logUnit))
    const usual = fromLog(onLog.usual, logUnit)
    const spread = (value - usual) / onLog.zScore || fromLog(onLog.usual + onLog.spread, logUnit) - usual
    return { usual, spread, zScore: onLog.zScore }
  }
}

function readBack(band: { low: number; high: number }, bottom: number, top: number, value: number): ExpectedValue {
  const spread = (top - bottom) / (band.high - band.low)
  const usual = bottom - band.low * spread
  return { usual, spread, zScore: (value - usual) / spread }
}
