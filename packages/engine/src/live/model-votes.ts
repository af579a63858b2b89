import { weighRow } from '../detect/describe-span.ts'
import { createZScores, type ZScoreAt } from '../detect/expected-value.ts'
import { createScorer } from '../detect/scorer.ts'
import type { SeriesKey } from '../series/frame.ts'
import type { StreamTrust } from '../stream/series-detector.ts'
import type { LiveModel, LiveState } from './live-state.ts'
import type { ModelVote } from './watch-series.ts'

/** What a trained model says of the rows of a project, series by series. */
export type ModelVotes = {
  /** The series of the rows from now on; the model leaves out those it was not trained on, and lacks those that are not among them. */
  place(series: readonly SeriesKey[]): void
  /** Evaluates rows, of which votes are then taken one by one. */
  read(rows: { times: Float64Array; columns: readonly Float64Array[] }): void
  /** Turns to a row of those that were read: -log10 of its joint probability, NaN where nothing was observed. */
  turnTo(row: number): number
  /** The vote on a series at that row; undefined where the model has none. */
  of(series: number): ModelVote | undefined
  /** By how near the share of false alarms that training measured comes to the one asked for. */
  trust(q: number): StreamTrust
  /** Undefined before the first row. */
  save(): LiveState['model']
}

/** A row that is no more anomalous than this accuses no series. */
const NOTICED = 0.1

/** Shares of false alarms up to so many times the nominal one deserve that trust, after so many rows of training. */
const HIGH = { times: 2, rows: 2_000 }
const MEDIUM = { times: 3, rows: 300 }

/**
 * Votes of a model, which goes on from what was saved of the same. A row is as anomalous as the model says jointly; the series with the most
 * evidence against it (see `weighRow`) answers for all of that, any other for no more than its own probability allows.
 */
export function createModelVotes({ key, model }: LiveModel, saved?: LiveState['model']): ModelVotes {
  const state = saved?.key === key ? saved.scorer : undefined
  const scorer = createScorer(model, state)
  const columnOf = new Map(model.series.map(({ id }, column) => [id, column]))
  let isBegun = state !== undefined
  let columns: number[] = []
  let places: number[] = []
  let scored: ReturnType<typeof scorer.push> | undefined
  let zScoreAt: ZScoreAt
  let at = 0
  let lead = -1

  const leadOf = (row: number): number => {
    if (!(scored!.probability[row]! < NOTICED)) return -1
    const weights = weighRow(row, scored!, model, zScoreAt)
    return weights.reduce((heaviest, weight, column) => (weight > (weights[heaviest] ?? 0) ? column : heaviest), -1)
  }
  return {
    place(series) {
      columns = series.map(({ id }) => columnOf.get(id) ?? -1)
      places = model.series.map(() => -1)
      for (const [place, column] of columns.entries()) if (column >= 0) places[column] = place
    },
    read({ times, columns: values }) {
      const absent = new Float64Array(times.length).fill(Number.NaN)
      const ordered = places.map((place) => values[place] ?? absent)
      scored = scorer.push({ times, stepMs: model.stepMs, series: model.series, columns: ordered })
      zScoreAt = createZScores(model, scored, ordered)
      isBegun ||= times.length > 0
    },
    turnTo(row) {
      at = row
      lead = leadOf(row)
      return -Math.log10(scored!.probability[row]!)
    },
    of(series) {
      const column = columns[series] ?? -1
      if (scored === undefined || column < 0) return undefined
      const own = scored.seriesProbability[column]![at]!
      const joint = scored.probability[at]!
      if (Number.isNaN(own) || Number.isNaN(joint)) return undefined
      return { probability: column === lead ? joint : Math.max(joint, own), side: scored.seriesSide[column]![at]! }
    },
    trust(q) {
      const measured = model.calibration.points
        .filter(({ samples }) => samples > 0)
        .sort((a, b) => Math.abs(Math.log(a.nominal / q)) - Math.abs(Math.log(b.nominal / q)))[0]
      if (measured === undefined) return 'low'
      const times = measured.observed / measured.nominal
      if (times <= HIGH.times && model.rows >= HIGH.rows) return 'high'
      return times <= MEDIUM.times && model.rows >= MEDIUM.rows ? 'medium' : 'low'
    },
    save: () => (isBegun ? { key, scorer: scorer.save() } : undefined),
  }
}
