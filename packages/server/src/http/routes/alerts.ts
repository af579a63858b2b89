import { getAlertSetting, setAlertSetting } from '../../domain/alerts/index.ts'
import type { OperationHandlers } from '../operation.ts'

export const alertOperations: OperationHandlers<'getAlertSetting' | 'setAlertSetting'> = {
  getAlertSetting: ({ ctx, caller, query, locale }) => getAlertSetting(ctx, caller, { ...query, locale }),
  setAlertSetting: ({ ctx, caller, body, locale }) => setAlertSetting(ctx, caller, body, locale),
}
