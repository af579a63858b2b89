import type {
  IncidentCause,
  IncidentChange,
  IncidentDetail,
  IncidentHistoryEntry,
  IncidentLogs,
  IncidentPicture,
  IncidentSeries,
  IncidentTimelineEntry,
  SimilarIncident,
} from '../../../schema/wire-types.ts'

/** What a text about an incident, or about an interval, is made from. */
export interface TextFacts {
  readonly title: string
  readonly sentence: string
  readonly projectName: string
  readonly timeZone: string
  readonly from: number
  /** The last sample; null while it goes on. */
  readonly to: number | null
  /** For which its last sample stands; 0 of an interval that was chosen. */
  readonly stepMs: number
  readonly state: string
  readonly timeline: IncidentTimelineEntry[]
  readonly causes: IncidentCause[]
  readonly series: IncidentSeries[]
  readonly logs: IncidentLogs
  readonly changes: IncidentChange[]
  readonly similar: SimilarIncident[]
  readonly history: readonly IncidentHistoryEntry[]
  readonly picture: Pick<IncidentPicture, 'from' | 'to'>
}

export function factsOfDetail(detail: IncidentDetail): TextFacts {
  const { incident, source, timeline, causes, series, logs, changes, similar, history, picture } = detail
  return {
    title: `${incident.title}`,
    sentence: incident.sentence,
    projectName: source.uploadFileName ?? incident.projectName,
    timeZone: source.timeZone,
    from: incident.onset,
    to: incident.end,
    stepMs: source.samplingMs,
    state: incident.state,
    timeline,
    causes,
    series,
    logs,
    changes,
    similar,
    history,
    picture,
  }
}
