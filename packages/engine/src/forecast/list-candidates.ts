import type { Seasons } from './calendar-seasons.ts'
import type { Candidate } from './candidate.ts'
import { holtWinters } from './holt-winters.ts'
import { mstlCandidate, seasonFits } from './mstl-candidate.ts'
import { lastMedian, lastValue, seasonalMedian, seasonalNaive } from './naive-candidates.ts'
import { lineAhead } from './trend-candidate.ts'

/** Smoothing of a series whose level moves slowly. */
const STEADY = { level: 0.02, trend: 0.0005, season: 0.15, damping: 0.998 }
/** Smoothing of one whose level moves fast, without a trend. */
const QUICK = { level: 0.3, trend: 0, season: 0.15, damping: 1 }

/** The candidates that the seasons of a history allow. */
export function listCandidates({ hour, day, week, hasWeeks }: Seasons): Candidate[] {
  const short = day || hour
  const out = [lastValue, lineAhead, lastMedian('median-day', day || 48)]
  if (week > 0) out.push(lastMedian('median-week', week), seasonalNaive('week', week))
  if (hour > 0) out.push(seasonalNaive('hour', hour))
  if (day > 0) out.push(seasonalNaive('day', day), seasonalMedian('days', day, 7))
  if (hasWeeks) out.push(seasonalMedian('weeks', week, 4))
  if (short === 0) return out
  const periods = [hour, day, hasWeeks ? week : 0].filter((period) => period > 0)
  out.push(holtWinters('holt-winters', short, STEADY), holtWinters('holt-winters-quick', short, QUICK))
  const fits = seasonFits(periods)
  out.push(mstlCandidate('mstl-ets', fits, short, 'ets'), mstlCandidate('mstl-damped', fits, short, 'damped'))
  if (hasWeeks && day > 0) out.push(mstlCandidate('stl-day-damped', seasonFits([day]), day, 'damped'))
  return out
}
