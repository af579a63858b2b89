import type { Frame } from '../series/frame.ts'
import { groupByMetric } from '../series/group-by-metric.ts'
import { median } from '../stats/quantile.ts'
import { findModes } from './find-modes.ts'
import { findSpans } from './find-spans.ts'
import { measureDistances } from './measure-distances.ts'
import type { PeerComparison, PeerMember, PeerMode, PeerOptions } from './peers.ts'

/** Without a third nobody knows which of two stands off. */
const FEWEST = 3

type Settings = Required<PeerOptions>

/**
 * Finds the instances that stand off from those which report the same metric, and when. Instances are clustered by the level they run
 * at (density, for fleets of two kinds); within a cluster each is measured by the median of its row in robust deviations (1.4826 median
 * absolute deviations, averaged over an hour of rows, with a floor), and excursions at which standing off by `tolerance` is likelier than
 * chance are found, however little: by half the tolerance at least. What all members do together counts for nothing. Gaps never count;
 * a row with fewer than `minMembers` values is not compared, and a metric with fewer instances is said to be insufficient. One
 * comparison a metric and service, in the order of the frame. Throws RangeError for options that make no sense.
 */
export function findOutliers(frame: Frame, options: PeerOptions = {}): PeerComparison[] {
  const settings = { tolerance: 3, minMembers: FEWEST, minSpan: 5, ...options }
  requireSense(settings)
  return groupByMetric(frame.series).map((columns) => compareGroup(frame, columns, settings))
}

function requireSense({ tolerance, minMembers, minSpan }: Settings): void {
  if (!(tolerance > 0 && tolerance < Number.POSITIVE_INFINITY))
    throw new RangeError(`a tolerance is above 0, not ${tolerance}`)
  if (!(Number.isInteger(minMembers) && minMembers >= FEWEST))
    throw new RangeError(`a group has at least ${FEWEST} members, not ${minMembers}`)
  if (!(Number.isInteger(minSpan) && minSpan >= 1)) throw new RangeError(`a span has at least 1 row, not ${minSpan}`)
}

function compareGroup(frame: Frame, places: readonly number[], settings: Settings): PeerComparison {
  const { metric, service } = frame.series[places[0]!]!
  const name = { metric, ...(service === undefined ? {} : { service }) }
  const present = places.filter((place) => frame.columns[place]!.some((value) => !Number.isNaN(value)))
  if (present.length < settings.minMembers)
    return { ...name, kind: 'insufficient', need: settings.minMembers, got: present.length }
  const columns = present.map((place) => frame.columns[place]!)
  const modes: PeerMode[] = []
  const members: PeerMember[] = []
  for (const mode of findModes(columns, settings.tolerance, settings.minMembers)) {
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
  const distances = measureDistances(
    places.map((place) => frame.columns[place]!),
    settings.minMembers,
  )
  const spans = findSpans(distances.columns, frame.times, settings)
  const members = places.map((column, k): PeerMember => {
    const { id, instance } = frame.series[column]!
    const rows = distances.columns[k]!.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0)
    const off = spans[k]!.reduce((count, span) => count + span.rows, 0)
    return { column, seriesId: id, instance, mode, spans: spans[k]!, rows, share: rows > 0 ? off / rows : 0 }
  })
  return { members, mode: describeMode(places.length, distances, settings.tolerance) }
}

function describeMode(
  members: number,
  { middle, deviation }: { middle: Float64Array; deviation: Float64Array },
  tolerance: number,
): PeerMode {
  return {
    members,
    deviation: median(deviation.filter((_, row) => !Number.isNaN(middle[row]!))),
    middle,
    low: middle.map((value, row) => value - tolerance * deviation[row]!),
    high: middle.map((value, row) => value + tolerance * deviation[row]!),
  }
}
