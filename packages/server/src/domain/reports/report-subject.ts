import type { SQL } from 'drizzle-orm'
import type { Detection, ReportScope } from '../../schema/wire-types.ts'
import type { Span } from '../dashboard/findings-in.ts'
import type { ProjectRow } from '../projects/index.ts'

/**
 * Findings as rows of `source_id, first, past, is_open, severity, incident_id, metric, instance, moved`: `past` is the end of the last
 * interval, or now; metric and instance are those of the leading series, empty metrics being log lines; `moved` are ids as JSON.
 */
export interface FindingRows {
  /** Those that touch a span. */
  touching(span: Span): SQL
  /** All findings of incidents that have one in a span. */
  ofIncidentsIn(span: Span): SQL
}

/** What a report is about. */
export interface ReportSubject {
  readonly kind: ReportScope['kind']
  readonly projects: readonly ProjectRow[]
  readonly detection: ReportedDetection | undefined
  readonly findings: FindingRows
  /** Nothing can be known of what comes after: now, or the end of a file. */
  readonly now: number
  /** When there is data since; null where there is none. */
  readonly since: number | null
}

export interface ReportedDetection {
  readonly wire: Detection
  readonly sourceId: string
  readonly pointsId: string
  readonly stepMs: number
}
