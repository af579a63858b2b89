import type { Insufficient } from '../detect/model.ts'
import type { Frame } from '../series/frame.ts'
import type { Interval } from '../series/parse-intervals.ts'
import type { Cause, CauseOptions, CauseRanking } from './cause.ts'
import { causeWindow } from './cause-window.ts'
import { beyondCommon } from './common-movement.ts'
import { MIN_VALUES, type Movement, measureMovement } from './measure-movement.ts'
import { measureStops } from './measure-stops.ts'
import { learnMovements, type MovementGraph, type PastIncident } from './movement-graph.ts'
import { periodMovements } from './period-movements.ts'
import { firstOnset, pickMovers } from './pick-movers.ts'
import { rankChanges } from './rank-changes.ts'
import { rankInstances, rankMovers } from './rank-movers.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Longer incidents are compared with the day before instead of the hour before. Fitted on simulated incidents. */
const LONG_INCIDENT = 8 * HOUR
/** The least of the hour before, in rows. Fitted on simulated incidents. */
const MIN_ROWS_BEFORE = 60
/** Causes listed where no limit is given. */
const LIMIT = 50

/**
 * Ranks the series that moved in an incident by what speaks for them as its origin: how far they went from usual
 * (median and floored inter-quartile range before the incident, as in BARO; Pham, Ha and Zhang, FSE 2024), how early
 * their instance and they themselves moved, whether they stayed, how many metrics of the instance moved, changes on it,
 * and earlier incidents that began with them. The start may be off by a minute, or two rows where they are longer.
 *
 * What most instances do at once in a metric is taken away first, so that a surge of visitors does not hide what one of
 * them does beside it (see beyondCommon).
 *
 * A series that moved by what a model expected, in `periods`, is ranked as well, from when the model saw it.
 *
 * Gaps are passed over, but a series that stops while others go on has moved (see measureStops). A series with fewer
 * than 10 values before the incident, or with none in it that did not stop, is left out; where that is all of them, the
 * answer is `insufficient`. Throws RangeError for an end before the start, and a `preMs` or `limit` that is not above
 * 0. It shows what came first and strongest, and proves nothing.
 */
export function rankCauses(frame: Frame, incident: Interval, options: CauseOptions = {}): CauseRanking | Insufficient {
  const { changes = [], logEvents = [], history = [], limit = LIMIT } = options
  if (!(incident.end >= incident.start)) throw new RangeError('an incident cannot end before it starts')
  const preMs = options.preMs ?? usualPreMs(incident, frame.stepMs)
  if (!(preMs > 0 && limit > 0)) throw new RangeError('preMs and limit must be above 0')
  const window = causeWindow(frame, incident, preMs)
  const stops = measureStops(frame, window)
  const periods = (options.periods ?? []).filter(({ start, end }) => start <= incident.end && end >= incident.start)
  const found = periodMovements(frame, window, periods)
  const moved = frame.columns.map((column, place) => worseOf(measureMovement(column, window), stops[place]))
  const measured = beyondCommon(frame, window, moved).map((movement, place) => withModel(movement, found[place]))
  if (measured.every((movement) => movement === undefined)) return tooLittle(frame, window.atRow - window.fromRow)
  const movers = pickMovers(frame, measured)
  const onset = firstOnset(movers) ?? incident.start
  const causes = rankMovers(movers, onset, frame, { ...options, periods })
  const listed = causes.slice(0, limit)
  return {
    kind: 'ranked',
    onset,
    causes: listed,
    instances: rankInstances(causes),
    changes: rankChanges(onset, changes, logEvents, causes),
    graph: graphOf(listed, history, frame.stepMs),
  }
}

function usualPreMs({ start, end }: Interval, stepMs: number): number {
  return end - start > LONG_INCIDENT ? DAY : Math.max(HOUR, MIN_ROWS_BEFORE * stepMs)
}

/** A series may stop because of what moved it before: where that was more, and earlier, it is reported. */
function worseOf(movement: Movement | undefined, stop: Movement | undefined): Movement | undefined {
  if (movement === undefined || stop === undefined) return movement ?? stop
  const isFirst = movement.onsetRow >= 0 && movement.onsetRow < stop.onsetRow
  return isFirst && movement.strength >= stop.strength ? movement : stop
}

/** A model that knows the hours and days sees a movement where the time before shows none, or shows it later. */
function withModel(movement: Movement | undefined, found: Movement | undefined): Movement | undefined {
  if (found === undefined || movement === undefined || movement.onsetRow < 0) return found ?? movement
  return { ...movement, onsetRow: Math.min(movement.onsetRow, found.onsetRow) }
}

function tooLittle(frame: Frame, got: number): Insufficient {
  const reason =
    frame.series.length === 0 ? 'there is no series' : 'no series has enough values before the incident and one in it'
  return { kind: 'insufficient', need: MIN_VALUES, got, counted: 'rows', reason }
}

/** What this and earlier incidents say of the order of the series listed. */
function graphOf(listed: readonly Cause[], history: readonly PastIncident[], tieMs: number): MovementGraph {
  const movers = toPastMovers(listed)
  const known = new Set(movers.map(({ seriesId }) => seriesId))
  const reduced = history.map(({ id, movers: all }) => ({ id, movers: all.filter((one) => known.has(one.seriesId)) }))
  return learnMovements([...reduced, { id: '', movers }], tieMs)
}

/** The movers of a ranking as an earlier incident is remembered by. */
export function toPastMovers(causes: readonly Cause[]): { seriesId: string; onset: number }[] {
  return causes.map(({ seriesId, reasons }) => ({ seriesId, onset: reasons.onset }))
}
