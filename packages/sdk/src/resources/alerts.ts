import type { CallOptions } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { AlertPreview, AlertSetting, AlertSettingChanges, IncidentDecision } from '../types.ts'

/** Alert settings, and what the last 30 days would have sent with them. */
export interface AlertSettingAnswer {
  setting: AlertSetting
  preview: AlertPreview
  /** Those of the recipients who get no mail, since they unsubscribed. */
  unsubscribed: string[]
}

/** When and to whom the incidents of a project are sent; for its owner. */
export interface Alerts {
  /** Without what they would have sent, which takes longer to find out. */
  settings(projectName: string, options?: CallOptions): Promise<AlertSetting>
  get(projectName: string, options?: CallOptions): Promise<AlertSettingAnswer>
  /** What is left out stays as it is. */
  set(projectName: string, changes: AlertSettingChanges, options?: CallOptions): Promise<AlertSettingAnswer>
  /** What `set` would make of them, without what they would have sent; nothing is changed. */
  checkSettings(projectName: string, changes: AlertSettingChanges, options?: CallOptions): Promise<AlertSetting>
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
  type Change = AlertSettingChanges & { projectName: string; dryRun: boolean; withPreview?: boolean }
  const post = async (body: Change, options?: CallOptions) => {
    const {
      setting,
      preview,
      unsubscribed = [],
    } = await unwrap(client.POST('/emailAlertSetting', { body, ...options }))
    return { setting, preview: preview!, unsubscribed }
  }
  const read = async (query: { projectName: string; withPreview?: boolean }, options?: CallOptions) => {
    const request = { params: { query }, ...options }
    const { setting, preview, unsubscribed = [] } = await unwrap(client.GET('/emailAlertSetting', request))
    return { setting, preview: preview!, unsubscribed }
  }
  const decide =
    (action: 'acknowledge' | 'resolve' | 'reopen') =>
    async (id: string, note?: string, options?: CallOptions): Promise<IncidentDecision> => {
      const body = { action, ...(note !== undefined && { note }) }
      const request = { params: { path: { id } }, body, ...options }
      return (await unwrap(client.POST('/incidents/{id}', request))).incident
    }
  return {
    get: (projectName, options) => read({ projectName }, options),
    settings: async (projectName, options) => (await read({ projectName, withPreview: false }, options)).setting,
    checkSettings: async (projectName, changes, options) =>
      (await post({ ...changes, projectName, dryRun: true, withPreview: false }, options)).setting,
    set: (projectName, changes, options) => post({ ...changes, projectName, dryRun: false }, options),
    preview: (projectName, changes, options) => post({ ...changes, projectName, dryRun: true }, options),
    acknowledge: decide('acknowledge'),
    resolve: decide('resolve'),
    reopen: decide('reopen'),
  }
}
