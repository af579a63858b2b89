import { severityOfVal } from '../severity/severity.ts'
import type { IncidentInput, IncidentPeriod, IncidentSeries } from './incident.ts'

/** Series listed for one incident. */
const MAX_LISTED = 50

/**
 * The series that moved in some periods and are silent in some gaps, with their shares weighted by how bad each was. Largest first; at
 * most 50.
 */
export function shareSeries(
  periods: readonly IncidentPeriod[],
  gaps: NonNullable<IncidentInput['gaps']>,
): IncidentSeries[] {
  const found = new Map<string, { share: number; signed: number; onset: number }>()
  const add = (seriesId: string, weight: number, side: number, onset: number): void => {
    const known = found.get(seriesId) ?? { share: 0, signed: 0, onset }
    known.share += weight
    known.signed += weight * side
    known.onset = Math.min(known.onset, onset)
    found.set(seriesId, known)
  }
  for (const { series, val, start } of periods)
    for (const { seriesId, share, side, firstAt } of series.filter((one) => one.firstAt !== null))
      add(seriesId, share * Math.max(severityOfVal(val), 0.1), side, firstAt ?? start)
  for (const { seriesIds, start } of gaps)
    for (const seriesId of seriesIds) add(seriesId, Math.PI / seriesIds.length, -1, start)
  const listed = [...found].sort(([a, x], [b, y]) => y.share - x.share || (a < b ? -1 : 1)).slice(0, MAX_LISTED)
  const total = listed.reduce((sum, [, { share }]) => sum + share, 0)
  return listed.map(([seriesId, { share, signed, onset }]) => ({
    seriesId,
    share: share / total,
    side: signed < 0 ? -1 : 1,
    onset,
  }))
}
