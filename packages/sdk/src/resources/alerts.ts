import type { CallOptions } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { AlertPreview, AlertSetting, AlertSettingChanges, IncidentDecision } from '../types.ts'

/** Alert settings, and what the last 30 days would have sent with them. */
export interface AlertSettingAnswer {
  setting: AlertSetting
  preview: AlertPreview
}

/** When and to whom the incidents of a project are sent; for its owner. */
export interface Alerts {
  get(projectName: string, options?: CallOptions): Promise<AlertSettingAnswer>
  /** What is left out stays as it is. */
  set(projectName: string, changes: AlertSettingChanges, options?: CallOptions): Promise<AlertSettingAnswer>
  /** What `set` would make of the settings; nothing is changed. */
  preview(projectName: string, changes: AlertSettingChanges, options?: CallOptions): Promise<AlertSettingAnswer>
  /** It is neither sent nor escalated any more. */
  acknowledge(incidentId: string, note?: string, options?: CallOptions): Promise<IncidentDecision>
  /** The same, and it counts as over although its findings last. */
  resolve(incidentId: string, note?: string, options?: CallOptions): Promise<IncidentDecision>
  /** Takes either back. */
  reopen(incidentId: string, note?: string, options?: CallOptions): Promise<IncidentDecision>
}

/** The alert operations of a client. */
export function alerts({ client, unwrap }: Transport): Alerts {
  const post = async (body: AlertSettingChanges & { projectName: string; dryRun: boolean }, options?: CallOptions) => {
    const { setting, preview } = await unwrap(client.POST('/emailAlertSetting', { body, ...options }))
    return { setting, preview }
  }
  const decide =
    (action: 'acknowledge' | 'resolve' | 'reopen') =>
    async (id: string, note?: string, options?: CallOptions): Promise<IncidentDecision> => {
      const body = { action, ...(note !== undefined && { note }) }
      const request = { params: { path: { id } }, body, ...options }
      return (await unwrap(client.POST('/incidents/{id}', request))).incident
    }
  return {
    async get(projectName, options) {
      const request = { params: { query: { projectName } }, ...options }
      const { setting, preview } = await unwrap(client.GET('/emailAlertSetting', request))
      return { setting, preview }
    },
    set: (projectName, changes, options) => post({ ...changes, projectName, dryRun: false }, options),
    preview: (projectName, changes, options) => post({ ...changes, projectName, dryRun: true }, options),
    acknowledge: decide('acknowledge'),
    resolve: decide('resolve'),
    reopen: decide('reopen'),
  }
}
