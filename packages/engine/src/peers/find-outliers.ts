import type { Frame } from '../series/frame.ts'
import { groupByMetric } from '../series/group-by-metric.ts'
import { median } from '../stats/quantile.ts'
import { findModes } from './find-modes.ts'
import { findSpans } from './find-spans.ts'
import { measureDistances } from './measure-distances.ts'
import type { PeerComparison, PeerMember, PeerMode, PeerOptions, PeerSpan } from './peers.ts'
import { type PlacedMembers, placeByPast } from './place-by-past.ts'

/** Without a third nobody knows which of two stands off. */
const FEWEST = 3

type Settings = Required<PeerOptions>

/**
 * Finds the instances that stand off from those which report the same metric, and when. Instances are clustered by the level they run
 * at (density, for fleets of two kinds); within a cluster each is measured by the median of its row in robust deviations (see
 * `measureDistances`), and excursions at which standing off by `tolerance` is likelier than chance are found, however little: by half the
 * tolerance at least. What all members do together counts for nothing. Gaps never count;
 * a row with fewer than `minMembers` values is not compared, and a metric with fewer instances is said to be insufficient. With
 * `pastRows`, each instance is compared with where it ran in those first rows beside its group, so that one that is always larger is no
 * outlier. One comparison a metric and service, in the order of the frame. Throws RangeError for options that make no sense.
 */
export function findOutliers(frame: Frame, options: PeerOptions = {}): PeerComparison[] {
  const settings = { tolerance: 3, minMembers: FEWEST, minSpan: 5, pastRows: 0, ...options }
  requireSense(settings, frame)
  return groupByMetric(frame.series).map((columns) => compareGroup(frame, columns, settings))
}

function requireSense({ tolerance, minMembers, minSpan, pastRows }: Settings, { times }: Frame): void {
  if (!(tolerance > 0 && tolerance < Number.POSITIVE_INFINITY))
    throw new RangeError(`a tolerance is above 0, not ${tolerance}`)
  if (!(Number.isInteger(minMembers) && minMembers >= FEWEST))
    throw new RangeError(`a group has at least ${FEWEST} members, not ${minMembers}`)
  if (!(Number.isInteger(minSpan) && minSpan >= 1)) throw new RangeError(`a span has at least 1 row, not ${minSpan}`)
  if (!(Number.isInteger(pastRows) && pastRows >= 0 && pastRows <= times.length))
    throw new RangeError(`the past is some of the ${times.length} rows, not ${pastRows}`)
}

function compareGroup(frame: Frame, places: readonly number[], settings: Settings): PeerComparison {
  const { metric, service } = frame.series[places[0]!]!
  const name = { metric, ...(service === undefined ? {} : { service }) }
  const present = places.filter((place) =>
    frame.columns[place]!.subarray(settings.pastRows).some((value) => !Number.isNaN(value)),
  )
  if (present.length < settings.minMembers)
    return { ...name, kind: 'insufficient', need: settings.minMembers, got: present.length }
  const columns = present.map((place) => frame.columns[place]!)
  const modes: PeerMode[] = []
  const members: PeerMember[] = []
  for (const mode of findModes(columns, settings.tolerance, settings.minMembers, rowOnClock(frame, 0))) {
    const compared = compareMode(
      frame,
      mode.map((k) => present[k]!),
      modes.length,
      settings,
    )
    modes.push(compared.mode)
    members.push(...compared.members)
  }
  return {
    ...name,
    kind: 'compared',
    members: members.sort((a, b) => excess(b) - excess(a) || a.column - b.column),
    modes,
  }
}

/** How far and how long a member stood off. */
function excess({ spans }: PeerMember): number {
  return spans.reduce((sum, { distance, rows }) => sum + Math.abs(distance) * rows, 0)
}

function compareMode(frame: Frame, places: readonly number[], mode: number, settings: Settings) {
  const { tolerance, minMembers, pastRows } = settings
  const columns = places.map((place) => frame.columns[place]!)
  const placed = pastRows > 0 ? placeByPast(columns, pastRows, tolerance) : undefined
  const later = (placed?.columns ?? columns).map((column) => column.subarray(pastRows))
  const firstRow = rowOnClock(frame, pastRows)
  const distances = measureDistances(later, minMembers, { min: placed?.min, firstRow })
  const found = findSpans(distances.columns, frame.times.subarray(pastRows), { ...settings, firstRow })
  const spans = placed === undefined ? found : withoutUsual(found, spansOfPast(frame, placed, settings))
  const members = places.map((column, k): PeerMember => {
    const { id, instance } = frame.series[column]!
    const rows = distances.columns[k]!.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0)
    const off = spans[k]!.reduce((count, span) => count + span.rows, 0)
    const usual = placed?.places[k]
    const share = rows > 0 ? off / rows : 0
    return { column, seriesId: id, instance, mode, ...(usual && { usual }), spans: spans[k]!, rows, share }
  })
  return { members, mode: describeMode(places.length, distances, tolerance, placed && commonOf(placed, pastRows)) }
}

/** The level and common movement of the rows compared; undefined where members are compared as they are. */
function commonOf({ level, common }: PlacedMembers, pastRows: number) {
  return Number.isNaN(level) ? undefined : { level, common: common.subarray(pastRows) }
}

/** When members stood off in their past. */
function spansOfPast(frame: Frame, { columns, min }: PlacedMembers, settings: Settings): PeerSpan[][] {
  const { pastRows, minMembers } = settings
  const past = columns.map((column) => column.subarray(0, pastRows))
  const firstRow = rowOnClock(frame, 0)
  const distances = measureDistances(past, minMembers, { min, firstRow })
  return findSpans(distances.columns, frame.times.subarray(0, pastRows), { ...settings, firstRow })
}

/** The number of a row on a grid that begins with the epoch: what is averaged in blocks does not depend on where a window begins. */
function rowOnClock({ times, stepMs }: Frame, row: number): number {
  const time = times[row]
  return time === undefined || !(stepMs > 0) ? 0 : Math.max(0, Math.round(time / stepMs))
}

/** Times that a member went as far and as long in its past, for which it is usual. */
const TIMES = 2
/** As far and as long, at least as this part of the span. */
const AS_FAR = 0.7
const AS_LONG = 0.5

/** What a member did before again and again, such as an hourly task, is not standing off. */
function withoutUsual(found: readonly PeerSpan[][], past: readonly PeerSpan[][]): PeerSpan[][] {
  return found.map((spans, k) =>
    spans.filter(({ side, distance, rows }) => {
      const alike = past[k]!.filter(
        (before) =>
          before.side === side &&
          Math.abs(before.distance) >= AS_FAR * Math.abs(distance) &&
          before.rows >= AS_LONG * rows,
      )
      return alike.length < TIMES
    }),
  )
}

function describeMode(
  members: number,
  { middle, deviation }: { middle: Float64Array; deviation: Float64Array },
  tolerance: number,
  placed?: { level: number; common: Float64Array },
): PeerMode {
  return {
    members,
    deviation: median(deviation.filter((_, row) => !Number.isNaN(middle[row]!))),
    level: placed?.level ?? median(middle),
    middle,
    ...(placed && { common: placed.common }),
    low: middle.map((value, row) => value - tolerance * deviation[row]!),
    high: middle.map((value, row) => value + tolerance * deviation[row]!),
  }
}
