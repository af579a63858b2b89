import {
  bySeverity,
  type DataEnd,
  type FindingGroup,
  findingState,
  type GapFinding,
  gatherFindings,
  groupFindings,
  joinedState,
  type LogDetail,
  nameOutages,
  outageOf,
  type Period,
  renderBrief,
  renderSentence,
  renderTitle,
} from '@omen/engine'
import { defaultsOf } from '@omen/sdk/rules'
import type { Incident as WireIncident } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import { toIncidentLog } from '../findings/index.ts'
import { mapInTurns } from '../in-turns.ts'
import { periodIdOf } from './period-id.ts'

/** What a detection says of its data; a visualization has no `cvalue`. */
interface Facts {
  readonly toTime: number
  readonly intervalMs?: number | null | undefined
  readonly cvalue?: number | null | undefined
}

/** When the data of a detection end, and with which `cvalue` they were looked through. */
export function dataEndOf({ toTime, intervalMs, cvalue }: Facts): DataEnd {
  return { lastTime: toTime, stepMs: intervalMs || 1, cvalue: cvalue ?? defaultsOf().cvalue }
}

interface Shown {
  readonly dataEnd: DataEnd
  readonly locale: Locale
  /** Of findings that are rows of their own; those of a detection are named by their intervals. */
  readonly ids?: FindingIds
}

export interface FindingIds {
  ofPeriod(period: Period): string
  ofLog(log: LogDetail): string
  ofIncident(members: readonly (Period | GapFinding | LogDetail)[]): string | undefined
  /** The incident that a finding is in already; without it findings are put together by when and where they were. */
  ofKnownIncident?(member: Period | GapFinding | LogDetail): string
}

/** Findings that belong together, numbered by severity, then by duration; missing data comes last. */
export async function toWireIncidents(
  periods: readonly Period[],
  gaps: readonly GapFinding[],
  shown: Shown,
  logs: readonly LogDetail[] = [],
): Promise<WireIncident[]> {
  const input = { periods, gaps, logs: logs.map(toIncidentLog) }
  const keyOf = shown.ids?.ofKnownIncident
  const found = keyOf
    ? gatherFindings(input, { periods: periods.map(keyOf), gaps: gaps.map(keyOf), logs: logs.map(keyOf) })
    : groupFindings(input, shown.dataEnd)
  found.sort(byRank)
  return mapInTurns(found, (incident, index) => toWire(incident, index + 1, { ...shown, periods, gaps, logs }))
}

function byRank(a: FindingGroup, b: FindingGroup): number {
  return bySeverity(a, b) || b.end - b.start - (a.end - a.start) || a.start - b.start
}

function toWire(
  { start, end, val, instances, periodPlaces, gapPlaces, logPlaces }: FindingGroup,
  number: number,
  found: Shown & { periods: readonly Period[]; gaps: readonly GapFinding[]; logs: readonly LogDetail[] },
): WireIncident {
  const { dataEnd, locale, ids } = found
  const length = (one: Period | GapFinding): number => one.end - one.start
  const periods = periodPlaces
    .map((place) => found.periods[place]!)
    .sort((a, b) => bySeverity(a, b) || length(b) - length(a) || a.start - b.start)
  const gaps = gapPlaces.map((place) => found.gaps[place]!)
  const logs = logPlaces.map((place) => found.logs[place]!).sort(byTrouble)
  const lead = lastingOutage([...periods, ...gaps], dataEnd) ?? leadOf(periods, gaps, logs)
  const sentence = nameOutages(
    lead.sentence,
    [...periods, ...gaps].sort((a, b) => a.start - b.start).map((one) => one.sentence),
  )
  const leadSeriesId = 'series' in lead ? lead.series[0]?.seriesId : undefined
  return {
    id: ids?.ofIncident([...periods, ...gaps, ...logs]) ?? `${kindOf(lead)}-${start.toString(36)}-${end.toString(36)}`,
    number,
    start,
    end,
    val: val === 0 ? null : val,
    kind: kindOf(lead),
    state: joinedState([...periods, ...gaps, ...logs].map((one) => findingState(one, dataEnd))),
    title: renderTitle(sentence, locale),
    brief: renderBrief(sentence, locale),
    sentence: renderSentence(sentence, locale),
    ...(leadSeriesId !== undefined && { leadSeriesId }),
    instances: [...instances],
    periodIds: periods.map((period) => ids?.ofPeriod(period) ?? periodIdOf(period)),
    gapNumbers: gapPlaces.map((place) => place + 1),
    ...(ids !== undefined && logs.length > 0 && { logIds: logs.map(ids.ofLog) }),
  }
}

/** What tells of an error says more than a flood of lines that do not. */
function byTrouble(a: LogDetail, b: LogDetail): number {
  return Number(b.sentence.isError) - Number(a.sentence.isError) || b.val - a.val || a.start - b.start
}

/** The first instance that is still down or silent as a whole when the data end. */
function lastingOutage(findings: readonly (Period | GapFinding)[], dataEnd: DataEnd): Period | GapFinding | undefined {
  return findings.find((one) => outageOf(one.sentence) !== undefined && findingState(one, dataEnd) === 'open')
}

/** A silent instance is as bad as one whose series fell to their floor; other gaps lead where there is nothing else. */
function leadOf(
  periods: readonly Period[],
  gaps: readonly GapFinding[],
  logs: readonly LogDetail[],
): Period | GapFinding | LogDetail {
  const [worst] = periods
  const silent = gaps.find(({ kind, instance }) => kind === 'silent' && instance !== undefined)
  if (silent !== undefined && worst?.kind !== 'down') return silent
  const [log] = logs
  if (worst === undefined && log !== undefined) return log
  return worst ?? gaps.reduce((a, b) => (b.seriesIds.length > a.seriesIds.length ? b : a))
}

function kindOf(lead: Period | GapFinding | LogDetail): WireIncident['kind'] {
  return 'kind' in lead ? lead.kind : 'log'
}
