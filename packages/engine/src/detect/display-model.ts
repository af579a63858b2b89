import type { ColumnModel } from './column/column-model.ts'
import { zScoreBand } from './column/fit-column-tails.ts'
import { fromLog } from './column/log-scale.ts'
import { type Rhythm, rhythmAt } from './column/rhythm.ts'
import { SOM_SIDE } from './joint/som.ts'
import { partition } from './joint-views.ts'
import type { Model } from './model.ts'
import type { ModelDisplay, SeriesBand } from './model-display.ts'
import { OUTSIDE_BAND } from './scored-chunk.ts'

const HOUR_MS = 3_600_000
const MONDAY_MS = 4 * 24 * HOUR_MS

/**
 * What a model learned, for people to look at. A counter's band is that of its increase per sampling interval; of a column that
 * drifts, the band stands around its last level; with `DBScan` bands are distances from the median of the peers,
 * in the spreads of the series.
 */
export function displayModel(model: Model): ModelDisplay {
  const bands = model.columns.map((column, j) => bandOf(model.series[j]!.id, column))
  const nameOf = model.modelType === 'SplitByService' ? 'service' : 'group'
  const groups = partition(model.series, (key) => key[nameOf] ?? '').map(({ name, columns }) => ({
    name,
    seriesIds: columns.map((column) => model.series[column]!.id),
  }))
  const map = mapOf(model)
  return { ...(map === undefined ? {} : { map }), bands, groups, calibration: model.calibration }
}

function mapOf(model: Model): ModelDisplay['map'] {
  const joint = model.joints[0]
  const size = model.series.length
  if (joint === undefined || model.states.length === 0) return undefined
  const weights = Array.from({ length: SOM_SIDE * SOM_SIDE }, (_, n) =>
    Array.from(joint.columns, (column) => model.states[n * size + column]!),
  )
  return {
    width: SOM_SIDE,
    height: SOM_SIDE,
    seriesIds: joint.columns.map((column) => model.series[column]!.id),
    weights,
    hits: Array.from(joint.som.hits),
    area: Array.from(joint.som.area),
  }
}

type Range = { low: number; mid: number; high: number }

function bandOf(seriesId: string, column: ColumnModel): SeriesBand {
  const { rhythm } = column
  if (rhythm === undefined) return { seriesId, ...rangeAt(column, 0, 1) }
  const hours = Array.from({ length: 168 }, (_, hour) => {
    const time = MONDAY_MS + (hour + 0.5) * HOUR_MS
    return rangeAt(column, rhythmAt(rhythm, rhythm.mid, time), rhythmAt(rhythm, rhythm.spread, time))
  })
  const byHourOfWeek = {
    low: hours.map((hour) => hour.low),
    mid: hours.map((hour) => hour.mid),
    high: hours.map((hour) => hour.high),
  }
  return { seriesId, byHourOfWeek, ...overall(hours, rhythm) }
}

function rangeAt(column: ColumnModel, base: number, widening: number): Range {
  const { level, scale, gain } = column.tracking
  const spread = widening * scale * Math.sqrt(1 / (1 - gain))
  const mid = base + level * widening + column.center * spread
  const { low, high } = zScoreBand(column.tails, OUTSIDE_BAND)
  const inUnits = (at: number): number => (column.logUnit === undefined ? at : fromLog(at, column.logUnit))
  return { low: inUnits(mid + low * spread), mid: inUnits(mid), high: inUnits(mid + high * spread) }
}

function overall(hours: readonly Range[], rhythm: Rhythm): Range {
  const distinct = hours.slice(0, rhythm.mid.length)
  return {
    low: Math.min(...distinct.map((hour) => hour.low)),
    mid: distinct.reduce((sum, hour) => sum + hour.mid, 0) / distinct.length,
    high: Math.max(...distinct.map((hour) => hour.high)),
  }
}
