import type { Gap, Incident, LiveAnalysis, LogFinding, Period } from '@omen/sdk'
import type { Watched } from '../fail-on/fail-on-live.ts'
import { isLasting } from '../results/live-board.ts'
import type { FindingEvent, LiveEvent } from '../results/live-event.ts'
import { createOutlookNews, type OutlookNews } from './outlook-news.ts'

/** Turns what is found and forecast so far, again and again, into what is new about it. */
export interface News {
  readonly isFirst: boolean
  /** The first and the last analysis that were read. */
  readonly span: WatchedSpan | undefined
  readonly outlooks: Pick<OutlookNews, 'forecast' | 'hasForecast'>
  read(analysis: LiveAnalysis): LiveEvent[]
  /** All that was open at first or began since, as it was read last, and what was forecast meanwhile. */
  seen(): Watched
}

/** From when to when a project was watched, by what was known of it then. */
export interface WatchedSpan {
  readonly first: LiveAnalysis
  readonly last: LiveAnalysis
}

/** A finding that becomes worse by so much is reported again. */
const GROWTH = 1

interface Reported {
  severity: number
  isOpen: boolean
}

export function createNews(): News {
  const reported = new Map<string, Reported>()
  const overAtFirst = new Set<string>()
  const periods = new Map<string, Period>()
  const gaps = new Map<string, Gap>()
  const incidents = new Map<string, Incident>()
  const outlooks = createOutlookNews()
  let span: WatchedSpan | undefined
  /** What ended before this is older than the first reading; a longer range may bring it later. */
  let since = 0

  /** The event of a finding, if there is one; those that were over at first are passed over unless they go on. */
  const eventOf = (key: string, severity: number, isOpen: boolean): FindingEvent['event'] | undefined => {
    const before = reported.get(key)
    if (overAtFirst.has(key)) {
      if (!isOpen) return undefined
      overAtFirst.delete(key)
      reported.set(key, { severity, isOpen })
      return 'open'
    }
    if (before === undefined) {
      if (span === undefined && !isOpen) {
        overAtFirst.add(key)
        return undefined
      }
      reported.set(key, { severity, isOpen })
      return span === undefined ? 'open' : 'began'
    }
    if (before.isOpen && !isOpen) {
      before.isOpen = false
      return 'ended'
    }
    if (isOpen && !before.isOpen) {
      Object.assign(before, { severity, isOpen })
      return 'open'
    }
    if (!isOpen || severity < before.severity + GROWTH) return undefined
    before.severity = severity
    return 'grew'
  }
  const isOlder = (finding: Period | Gap | LogFinding): boolean => !isLasting(finding) && finding.end < since
  return {
    outlooks,
    get isFirst() {
      return span === undefined
    },
    get span() {
      return span
    },
    read(analysis) {
      const events: LiveEvent[] = []
      if (span === undefined) since = analysis.from
      const incidentOf = incidentsByFinding(analysis)
      for (const period of analysis.periods) {
        if (isOlder(period)) continue
        const event = eventOf(period.id, Math.abs(period.val), isLasting(period))
        if (reported.has(period.id)) periods.set(period.id, period)
        if (event) events.push({ event, ...incidentOf(period.id), type: 'period', finding: period })
      }
      for (const gap of analysis.gaps) {
        if (isOlder(gap)) continue
        const key = keyOf(gap)
        const event = eventOf(key, 0, isLasting(gap))
        if (reported.has(key)) gaps.set(key, gap)
        if (event) events.push({ event, ...incidentOf(key), type: 'gap', finding: gap })
      }
      for (const log of analysis.logs ?? []) {
        if (isOlder(log)) continue
        const event = eventOf(log.id, log.val, isLasting(log))
        if (event) events.push({ event, ...incidentOf(log.id), type: 'log', finding: log })
      }
      for (const incident of analysis.incidents) {
        if (membersOf(incident, analysis).some((key) => reported.has(key))) incidents.set(incident.id, incident)
      }
      span = { first: span?.first ?? analysis, last: analysis }
      return [...events, ...outlooks.read(analysis)]
    },
    seen() {
      return {
        periods: [...periods.values()],
        gaps: [...gaps.values()],
        incidents: [...incidents.values()],
        crossings: outlooks.crossings(),
      }
    },
  }
}

function membersOf({ periodIds, logIds = [], gapNumbers }: Incident, { gaps }: LiveAnalysis): string[] {
  return [...periodIds, ...logIds, ...gapNumbers.map((number) => keyOf(gaps[number - 1]!))]
}

function incidentsByFinding(analysis: LiveAnalysis): (key: string) => Pick<FindingEvent, 'incident'> {
  const entries = analysis.incidents.flatMap((incident) =>
    membersOf(incident, analysis).map((key) => [key, incident] as const),
  )
  const byKey = new Map(entries)
  return (key) => {
    const found = byKey.get(key)
    if (found === undefined) return {}
    const { id, title, state, start, val } = found
    return { incident: { id, title, state, start, val } }
  }
}

/** Gaps have no id; two of a kind do not begin at the same time on the same series. */
function keyOf({ kind, start, seriesIds }: Gap): string {
  return [kind, start, ...seriesIds].join('\n')
}
