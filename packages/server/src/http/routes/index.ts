import type { OperationHandlers, OperationId } from '../operation.ts'
import { accountOperations } from './accounts.ts'
import { alertMailOperations } from './alert-mail.ts'
import { alertOperations } from './alerts.ts'
import { comparisonOperations } from './comparisons.ts'
import { connectionOperations } from './connections.ts'
import { dashboardOperations } from './dashboard.ts'
import { detectionOperations } from './detections.ts'
import { eventOperations } from './events.ts'
import { fileOperations } from './files.ts'
import { incidentOperations } from './incidents.ts'
import { ingestOperations } from './ingest.ts'
import { logOperations } from './ingest-logs.ts'
import { otlpOperations } from './ingest-otlp.ts'
import { integrationOperations } from './integrations.ts'
import { invitationOperations } from './invitations.ts'
import { jobOperations } from './jobs.ts'
import { liveOperations } from './live.ts'
import { logAnalysisOperations } from './logs.ts'
import { modelOperations } from './models.ts'
import { projectOperations } from './projects.ts'
import { prometheusOperations } from './prometheus.ts'
import { publishedOperations } from './published.ts'
import { reportOperations } from './reports.ts'
import { systemOperations } from './system.ts'
import { tokenOperations } from './tokens.ts'
import { uploadOperations } from './uploads.ts'

/** Every operation of the spec: the compiler misses one that has no handler. */
export const handlers: OperationHandlers<OperationId> = {
  ...accountOperations,
  ...comparisonOperations,
  ...connectionOperations,
  ...alertMailOperations,
  ...alertOperations,
  ...dashboardOperations,
  ...detectionOperations,
  ...eventOperations,
  ...fileOperations,
  ...incidentOperations,
  ...ingestOperations,
  ...integrationOperations,
  ...invitationOperations,
  ...jobOperations,
  ...liveOperations,
  ...logAnalysisOperations,
  ...logOperations,
  ...modelOperations,
  ...otlpOperations,
  ...projectOperations,
  ...prometheusOperations,
  ...reportOperations,
  ...publishedOperations,
  ...systemOperations,
  ...tokenOperations,
  ...uploadOperations,
}

/** Operations of a server that only runs jobs. */
export const workerHandlers: Partial<OperationHandlers<OperationId>> = systemOperations
