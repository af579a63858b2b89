import { getDashboardIncidents, getUserValues } from '../../domain/dashboard/index.ts'
import type { OperationHandlers } from '../operation.ts'

export const dashboardOperations: OperationHandlers<'getUserValues' | 'getDashboardIncidents'> = {
  getUserValues: ({ ctx, caller, query, locale }) =>
    getUserValues(ctx, caller, { ...query, buckets: (query as Required<typeof query>).buckets, locale }),
  getDashboardIncidents: ({ ctx, caller, query, locale }) => {
    const { page, pageSize, timeZone, tab, fold, order, withCalendar } = query as Required<typeof query>
    const given = { page, pageSize, timeZone, tab, fold, order, withCalendar }
    return getDashboardIncidents(ctx, caller, { ...query, ...given, locale })
  },
}
