import type { FrozenDetection } from '../../../schema/wire-types.ts'
import { worstOf } from '../../findings/index.ts'

export interface IncidentPart {
  readonly incidentId: string
  readonly seriesIds: readonly string[]
  readonly from: number
  readonly to: number
}

/** What was found, less all that belongs to other incidents, in the time around this one. */
export function onlyIncident(
  found: FrozenDetection,
  { incidentId, seriesIds, ...time }: IncidentPart,
): FrozenDetection {
  const named = found.incidents.filter(({ id }) => id === incidentId)
  // Within a short time findings may group otherwise than within the whole
  const own = named.length > 0 ? [joined(named)] : found.incidents
  const periodIds = new Set(own.flatMap((one) => one.periodIds))
  const logIds = new Set(own.flatMap((one) => one.logIds ?? []))
  const gapNumbers = [...new Set(own.flatMap((one) => one.gapNumbers))].sort((a, b) => a - b)
  const periods = found.periods.filter(({ id }) => periodIds.has(id))
  const isShown = new Set(seriesIds)
  const from = Math.max(time.from, found.from)
  const to = Math.max(from, Math.min(time.to, found.to))
  const rows = Math.max(1, Math.round((to - from) / (found.intervalMs || 1)) + 1)
  return {
    ...found,
    ...{ from, to, rows, periods },
    latestDataTimestamp: Math.max(from, Math.min(to, found.latestDataTimestamp)),
    incidents: own.map((one, index) => ({
      ...one,
      number: index + 1,
      gapNumbers: one.gapNumbers.map((number) => gapNumbers.indexOf(number) + 1),
    })),
    gaps: gapNumbers.flatMap((number) => found.gaps[number - 1] ?? []),
    ...(found.logs !== undefined && { logs: found.logs.filter(({ id }) => logIds.has(id)) }),
    series: found.series.filter(({ seriesId }) => isShown.has(seriesId)),
    ...{ seriesCount: seriesIds.length, periodCount: periods.length, incidentCount: own.length },
    ...{ worstVal: worstOf(periods), notes: [] },
    flaggedShare: Math.min(1, periods.reduce((sum, period) => sum + period.rows, 0) / rows),
  }
}

/** Groups of findings that somebody made one incident; the worst of them gives it its name. */
function joined([worst, ...others]: FrozenDetection['incidents']): FrozenDetection['incidents'][number] {
  const all = [worst!, ...others]
  const logIds = all.flatMap((one) => one.logIds ?? [])
  return {
    ...worst!,
    start: Math.min(...all.map(({ start }) => start)),
    end: Math.max(...all.map(({ end }) => end)),
    instances: [...new Set(all.flatMap(({ instances }) => instances))],
    periodIds: all.flatMap(({ periodIds }) => periodIds),
    gapNumbers: all.flatMap(({ gapNumbers }) => gapNumbers),
    ...(logIds.length > 0 && { logIds }),
  }
}
