import {
  type Anomaly,
  type Departure,
  furthest,
  type LogEvent,
  type LogFinding,
  type LogFindingKind,
  severityOfLog,
} from './finding.ts'

/**
 * Collects anomalies: those of one kind and template that follow each other become one finding, broken orders those of one source;
 * the worst are kept.
 */
export type FindingList = {
  /** `last` is the last event of what begins with `event`; the same if omitted. */
  add(kind: LogFindingKind, event: LogEvent, anomaly: Anomaly, last?: LogEvent): void
  /** The findings, the least probable first, and how many were left out. */
  close(): { findings: Listed[]; dropped: number }
}

/** A finding before it is known how many others were evaluated. */
type Listed = Omit<LogFinding, 'byChance'>

/** Below this nothing can be told apart, and 0 would say impossible. */
const MIN_PROBABILITY = 1e-100

/** A finding that others may join; its severity is known when it is complete. */
type Open = { -readonly [Key in keyof Listed as Exclude<Key, 'val'>]: Listed[Key] } & Required<Departure>

/** `isNear` tells whether an event still belongs to a finding that ended at another. Throws RangeError for pvalue outside (0, 1). */
export function createFindingList(
  pvalue: number,
  maxFindings: number,
  isNear: (end: { time: number; line: number }, event: LogEvent) => boolean,
): FindingList {
  if (!(pvalue > 0 && pvalue < 1)) throw new RangeError(`pvalue must lie between 0 and 1, not ${pvalue}`)
  const open = new Map<string, { finding: Open; line: number; time: number }>()
  let kept: Listed[] = []
  let dropped = 0
  const trim = (max: number): void => {
    kept.sort((a, b) => a.probability - b.probability || a.line - b.line)
    dropped += Math.max(0, kept.length - max)
    kept = kept.slice(0, max)
  }
  const keep = ({ spreads, rangeShare, ...finding }: Open): void => {
    const { kind, probability, events, observed } = finding
    const times = kind === 'cold' ? observed! : events
    kept.push({ ...finding, val: severityOfLog({ probability, spreads, rangeShare }, times, pvalue) })
    if (kept.length >= 2 * maxFindings) trim(maxFindings)
  }
  const begin = (kind: LogFindingKind, event: LogEvent, anomaly: Anomaly): Open => ({
    kind,
    templateId: event.templateId,
    line: event.line,
    start: event.time,
    end: event.time,
    events: 0,
    ...anomaly,
    ...furthest(anomaly, {}),
  })
  return {
    add(kind, event, found, lastEvent = event) {
      if (found.probability > 1 - pvalue) return
      const anomaly = { ...found, probability: Math.max(found.probability, MIN_PROBABILITY) }
      // An order that is broken breaks for every step of it.
      const key = kind === 'sequence' ? `sequence ${event.source}` : `${kind} ${event.templateId}`
      const last = open.get(key)
      const goesOn = last !== undefined && isNear(last, event)
      if (last && !goesOn) keep(last.finding)
      const finding = goesOn ? last.finding : begin(kind, event, anomaly)
      const departure = furthest(finding, anomaly)
      Object.assign(finding, anomaly.probability < finding.probability ? anomaly : {}, departure)
      finding.end = lastEvent.time
      finding.events++
      open.set(key, { finding, line: event.line, time: event.time })
    },
    close() {
      for (const { finding } of open.values()) keep(finding)
      open.clear()
      trim(maxFindings)
      return { findings: [...kept], dropped }
    },
  }
}
