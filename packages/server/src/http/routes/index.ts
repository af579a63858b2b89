import type { OperationHandlers, OperationId } from '../operation.ts'
import { accountOperations } from './accounts.ts'
import { alertMailOperations } from './alert-mail.ts'
import { alertOperations } from './alerts.ts'
import { connectionOperations } from './connections.ts'
import { dashboardOperations } from './dashboard.ts'
import { detectionOperations } from './detections.ts'
import { fileOperations } from './files.ts'
import { ingestOperations } from './ingest.ts'
import { logOperations } from './ingest-logs.ts'
import { otlpOperations } from './ingest-otlp.ts'
import { integrationOperations } from './integrations.ts'
import { invitationOperations } from './invitations.ts'
import { jobOperations } from './jobs.ts'
import { liveOperations } from './live.ts'
import { modelOperations } from './models.ts'
import { projectOperations } from './projects.ts'
import { prometheusOperations } from './prometheus.ts'
import { systemOperations } from './system.ts'
import { tokenOperations } from './tokens.ts'
import { uploadOperations } from './uploads.ts'

/** Every operation of the spec: the compiler misses one that has no handler. */
export const handlers: OperationHandlers<OperationId> = {
  ...accountOperations,
  ...connectionOperations,
  ...alertMailOperations,
  ...alertOperations,
  ...dashboardOperations,
  ...detectionOperations,
  ...fileOperations,
  ...ingestOperations,
  ...integrationOperations,
  ...invitationOperations,
  ...jobOperations,
  ...liveOperations,
  ...logOperations,
  ...modelOperations,
  ...otlpOperations,
  ...projectOperations,
  ...prometheusOperations,
  ...systemOperations,
  ...tokenOperations,
  ...uploadOperations,
}

/** Operations of a server that only runs jobs. */
export const workerHandlers: Partial<OperationHandlers<OperationId>> = systemOperations
