import type { IncidentLog, LogEvent } from '@omen/engine'
import type { FoundInLog } from '../io/read-log-findings.ts'

/** Log findings as members of incidents. */
export function toIncidentLogs(found: readonly FoundInLog[]): IncidentLog[] {
  return found.map(({ start, end, val, probability, kind, templateId, template }) => ({
    ...{ start, end, val, probability, finding: kind, templateId: String(templateId), template },
  }))
}

/** Log findings as something that may have led to an incident, or came with it. */
export function toLogEvents(found: readonly FoundInLog[]): LogEvent[] {
  return found.map(({ start, kind, templateId, template, probability }) => ({
    ...{ at: start, finding: kind, templateId: String(templateId), template, probability },
  }))
}
