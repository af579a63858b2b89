import type { CallOptions, PageQuery } from '../pages.ts'
import { given } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { DashboardIncident, DashboardIncidents, UserValues } from '../types.ts'

/** Times in epoch milliseconds; the last 24 hours if omitted. */
export interface UserValuesQuery {
  from?: number | undefined
  to?: number | undefined
  /** Of each lane, 200 at most. */
  buckets?: number | undefined
}

/** Times in epoch milliseconds; the last seven days of all projects if omitted. */
export interface DashboardIncidentQuery extends PageQuery {
  projectName?: string | undefined
  state?: DashboardIncident['state'] | undefined
  from?: number | undefined
  to?: number | undefined
  /** An IANA name; whose hours and days are meant. */
  timeZone?: string | undefined
}

/** How all projects of an account are doing. */
export interface Dashboard {
  userValues(query?: UserValuesQuery, options?: CallOptions): Promise<UserValues>
  incidents(query?: DashboardIncidentQuery, options?: CallOptions): Promise<DashboardIncidents>
}

/** The dashboard operations of a client. */
export function dashboard({ client, unwrap }: Transport): Dashboard {
  return {
    userValues: (query = {}, options) =>
      unwrap(client.GET('/dashboard-uservalues', { params: { query: given(query) }, ...options })),
    incidents: (query = {}, options) =>
      unwrap(client.GET('/dashboard-incident', { params: { query: given(query) }, ...options })),
  }
}
