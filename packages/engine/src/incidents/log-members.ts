import type { LogEvent } from '../causes/cause.ts'
import type { LogFinding } from '../logs/findings/finding.ts'
import type { IncidentLog } from './incident.ts'

/** A finding in a log with the text of its template. */
export type LogFindingText = LogFinding & { template: string }

/** Log findings as members of incidents. */
export function toIncidentLogs(findings: readonly LogFindingText[]): IncidentLog[] {
  return findings.map(({ start, end, val, probability, kind, templateId, template }) => ({
    start,
    end,
    val,
    probability,
    finding: kind,
    templateId: String(templateId),
    template,
  }))
}

/** Log findings as something that may have led to an incident, or came with it. */
export function toLogEvents(findings: readonly LogFindingText[]): LogEvent[] {
  return findings.map(({ start, kind, templateId, template, probability }) => ({
    at: start,
    finding: kind,
    templateId: String(templateId),
    template,
    probability,
  }))
}
