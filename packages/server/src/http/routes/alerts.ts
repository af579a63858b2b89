import { getAlertSetting, setAlertSetting } from '../../domain/alerts/index.ts'
import { decideIncident } from '../../domain/incidents/index.ts'
import type { OperationHandlers } from '../operation.ts'

export const alertOperations: OperationHandlers<'getAlertSetting' | 'setAlertSetting' | 'decideIncident'> = {
  getAlertSetting: ({ ctx, caller, query, locale }) => getAlertSetting(ctx, caller, { ...query, locale }),
  setAlertSetting: ({ ctx, caller, body, locale }) => setAlertSetting(ctx, caller, body, locale),
  decideIncident: async ({ ctx, caller, path, body }) => ({
    incident: await decideIncident(ctx, caller, { ...body, id: path.id }),
  }),
}
