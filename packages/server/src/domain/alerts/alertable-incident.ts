import type { incidents } from '../../schema/index.ts'
import type { FindingRow } from '../findings/index.ts'

/** An incident with what alerts say of it. */
export interface AlertableIncident {
  readonly incident: typeof incidents.$inferSelect
  readonly findings: readonly [FindingRow, ...FindingRow[]]
  /** Where it is but a part of the incident: the instance that is down or silent. */
  readonly instance?: string
}
