import type { CauseRanking } from '../causes/cause.ts'
import type { PastIncident } from '../causes/movement-graph.ts'
import { rankCauses, toPastMovers } from '../causes/rank-causes.ts'
import type { GapFinding, Period } from '../detect/period.ts'
import type { Frame } from '../series/frame.ts'
import { bySeverity } from '../severity/severity.ts'
import { findNewInstances } from './find-new-instances.ts'
import type { Incident } from './incident.ts'
import { type LogFindingText, toIncidentLogs, toLogEvents } from './log-members.ts'
import { mergePeriods } from './merge-periods.ts'

/** An incident and where it began; no ranking where too little stands before it. */
export type RankedIncident = { incident: Incident; ranking?: Extract<CauseRanking, { kind: 'ranked' }> }

/** The findings that incidents are made of. */
export type IncidentFindings = {
  periods: readonly Period[]
  gaps: readonly GapFinding[]
  logs?: readonly LogFindingText[]
}

/**
 * Merges findings in a frame into incidents, in the order of time, and ranks the causes of each that is more than a gap in what was
 * collected; for these the incidents before count as known. `cvalue` is the one that the periods were found with.
 */
export function findIncidents(
  frame: Frame,
  { periods, gaps, logs = [] }: IncidentFindings,
  { cvalue }: { cvalue: number },
): RankedIncident[] {
  const input = {
    periods: [...periods],
    gaps: [...gaps],
    logs: toIncidentLogs(logs),
    newInstances: findNewInstances(frame),
  }
  const history: PastIncident[] = []
  return mergePeriods(input, { stepMs: frame.stepMs || 1, cvalue }).map((incident): RankedIncident => {
    if (incident.val === 0) return { incident }
    const ranking = rankCauses(frame, incident, { periods: [...periods], logEvents: toLogEvents(logs), history })
    if (ranking.kind === 'insufficient') return { incident }
    history.push({ id: String(history.length + 1), movers: toPastMovers(ranking.causes) })
    return { incident, ranking }
  })
}

/** The incident with the highest severity; of equals the longest, then the first. Undefined where there are but gaps. */
export function worstIncident(incidents: readonly Incident[]): Incident | undefined {
  const length = ({ start, end }: Incident): number => end - start
  const ofSystem = incidents.filter(({ val }) => val !== 0)
  return ofSystem.toSorted((a, b) => bySeverity(a, b) || length(b) - length(a))[0]
}
