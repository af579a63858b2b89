import type { Collector } from '../../../ports/collector.ts'
import type { DataType } from '../../../schema/wire-types.ts'
import type { GoogleParts } from './fetch-token.ts'
import { openGoogleLogs } from './google-logs.ts'
import { openGoogleMetrics } from './google-metrics.ts'
import { openGoogleSession } from './google-session.ts'

export interface GoogleOptions {
  readonly projectId: string
  /** A kind of monitored resource: `gce_instance`, `cloudsql_database`… Empty for all kinds. */
  readonly projectType: string
  /** The JSON key of a service account, as it was downloaded. */
  readonly keyFile: string
  readonly dataType: DataType
  /** Metric types; all of the project type where there are none. */
  readonly metrics?: readonly string[] | undefined
  /** In Logging's query language. */
  readonly logFilter?: string | undefined
  /** In the place of both services' public addresses. */
  readonly endpoint?: string | undefined
}

/** Metrics from Cloud Monitoring or lines from Cloud Logging, of one project. */
export function openGoogleCollector(options: GoogleOptions, parts: GoogleParts): Collector {
  const { projectId, projectType, keyFile, dataType, metrics, logFilter } = options
  const session = openGoogleSession(keyFile, parts)
  const endpoint = options.endpoint?.replace(/\/+$/, '')
  if (dataType === 'Log') {
    const base = endpoint ?? 'https://logging.googleapis.com'
    return openGoogleLogs(session, { projectId, projectType, logFilter, base }, parts.clock)
  }
  const base = `${endpoint ?? 'https://monitoring.googleapis.com'}/v3/projects/${encodeURIComponent(projectId)}`
  return openGoogleMetrics(session, { base, projectType, metrics: metrics?.length ? metrics : undefined }, parts.clock)
}
